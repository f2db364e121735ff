"""What several tests need."""

import pytest

import counterpoint


@pytest.fixture
def sample_options():
    """Return a function: the options without which a hash function can't be made, and a block size, by its name."""

    def options(name):
        samples = {"key": b"a key of 16 byte", "block_size": 100}
        return {option: samples[option] for option in counterpoint.options(name) if option in samples}

    return options
