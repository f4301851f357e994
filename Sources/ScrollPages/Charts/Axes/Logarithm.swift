import ScrollMath

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { scroll_log(value) }
