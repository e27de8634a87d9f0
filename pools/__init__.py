"""Deal pools: rating, tiers, the run ledger, the Parquet files, their reader and verifier."""
