"""The possible places of two AES blocks in the odd rows of Grøstl's state, and the number of their bytes that ShiftBytes moves
elsewhere than ShiftRows. groestl_pkg.sv uses a placement with the fewest.
"""
import itertools

SHIFTS = (1, 3, 5, 7)  # the numbers of columns by which P rotates the odd rows


def displaced(columns, turn):
    """Displaced bytes, of 32, with two blocks in these columns and row `turn` of AES in the first odd row."""
    count = 0
    for i, shift in enumerate(SHIFTS):
        for place, column in enumerate(columns):
            block, c = divmod(place, 4)
            count += columns[4 * block + (c + turn + i) % 4] != (column + shift) % 8
    return count


def fewest():
    """The minimum over all orders of the columns, which may begin anywhere, and all rotations of the rows."""
    orders = ((0, *rest) for rest in itertools.permutations(range(1, 8)))
    return min(displaced(columns, turn) for columns in orders for turn in range(4))
