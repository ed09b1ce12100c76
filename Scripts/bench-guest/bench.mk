# Figures beside iio-sensor-proxy, in one guest with the same virtual tablet; see docs/benchmarks.md.

.PHONY: bench-guest

bench-guest:
	Scripts/bench-guest/run
