"""Where two blocks of AES can stand in the odd rows of Grøstl's state, and how many of their bytes ShiftBytes puts elsewhere
than ShiftRows does. groestl_pkg.sv says where they stand, which is where these are fewest.
"""
import itertools

SHIFTS = (1, 3, 5, 7)  # by so many columns P rotates the odd rows


def displaced(columns, turn):
    """The bytes, of 32, of two blocks in these columns, with row `turn` of AES in the first odd row."""
    count = 0
    for i, shift in enumerate(SHIFTS):
        for place, column in enumerate(columns):
            block, c = divmod(place, 4)
            count += columns[4 * block + (c + turn + i) % 4] != (column + shift) % 8
    return count


def fewest():
    """Over all orders of the columns, which may begin anywhere, and all rotations of the rows."""
    orders = ((0, *rest) for rest in itertools.permutations(range(1, 8)))
    return min(displaced(columns, turn) for columns in orders for turn in range(4))
