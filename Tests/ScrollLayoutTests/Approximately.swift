/// Whether a value is what was expected but for a share of the latter.
func isClose(_ value: Double, _ expected: Double, relative: Double = 1e-9) -> Bool {
  abs(value - expected) <= relative * abs(expected)
}
