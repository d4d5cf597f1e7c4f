"""What the KV cache holds, and what of it the next prompt can use."""
