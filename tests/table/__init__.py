"""The full-screen table."""
