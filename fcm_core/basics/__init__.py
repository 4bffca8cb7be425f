"""What every other room uses: errors, near names, orders from named neighbours, random streams."""
