/// Returns `true` if a value differs from an expected one by at most a share of the latter.
func isClose(_ value: Double, _ expected: Double, relative: Double = 1e-9) -> Bool {
  abs(value - expected) <= relative * abs(expected)
}
