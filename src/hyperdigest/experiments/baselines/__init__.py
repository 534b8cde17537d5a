"""The summarizers, hyperedges and selectors that the product is compared with."""
