//! Known answers of Counterpoint.
