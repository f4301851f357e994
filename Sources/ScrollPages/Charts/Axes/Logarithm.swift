import ScrollMath

/// Returns the natural logarithm.
func logarithm(_ value: Double) -> Double { scroll_log(value) }
