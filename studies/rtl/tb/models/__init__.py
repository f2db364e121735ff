"""The golden models: small and plain; check_models.py checks them against the known answers."""
