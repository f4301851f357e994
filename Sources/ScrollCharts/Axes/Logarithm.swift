#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }
