"""Shared fixtures."""

import pytest

import counterpoint


@pytest.fixture
def sample_options():
    """Return a function from a name to the options that a hash function requires, and a block size."""

    def options(name):
        samples = {"key": b"a key of 16 byte", "block_size": 100}
        return {option: samples[option] for option in counterpoint.options(name) if option in samples}

    return options
