"""The golden models: small, plain, checked against the known answers by check_models.py."""
