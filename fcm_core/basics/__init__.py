"""What every other room uses: errors, near names, the vocabulary of types and how they are written, orders, random streams."""
