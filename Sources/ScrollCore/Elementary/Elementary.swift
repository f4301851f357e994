import ScrollMath

/// The elementary functions of the simulator, which return the same bits on every processor and
/// system, and in a browser.
///
/// The results of a C library's functions differ in the last bit between libraries, and within one
/// library between processors. The functions here are those of musl, compiled so that each product
/// and each sum is rounded separately. A result that is not a number is always `Double.nan`.
///
/// The largest errors found, in units of the last place, among three million arguments each:
///
/// | `exp` | `exp2` | `expm1` | `log` | `log2` | `log1p` | `pow` | `sin` | `cos` | `atan` | `atanh` |
/// |---|---|---|---|---|---|---|---|---|---|---|
/// | 0.508 | 0.508 | 0.823 | 0.518 | 0.548 | 0.794 | 0.510 | 0.783 | 0.772 | 0.819 | 1.628 |
///
/// The tests allow slightly larger errors (0.511, 0.511, 0.9, 0.52, 0.55, 0.9, 0.52, 0.8, 0.8, 0.9,
/// 1.7).
///
/// Code that `scrollsim emit --for swift` writes calls these functions, so an app computes exactly
/// the simulated scores.
public enum Elementary {
  public static func exp(_ x: Double) -> Double { scroll_exp(x) }
  public static func exp2(_ x: Double) -> Double { scroll_exp2(x) }
  public static func expm1(_ x: Double) -> Double { scroll_expm1(x) }
  public static func log(_ x: Double) -> Double { scroll_log(x) }
  public static func log2(_ x: Double) -> Double { scroll_log2(x) }
  public static func log1p(_ x: Double) -> Double { scroll_log1p(x) }
  public static func pow(_ x: Double, _ y: Double) -> Double { scroll_pow(x, y) }
  public static func sin(_ x: Double) -> Double { scroll_sin(x) }
  public static func cos(_ x: Double) -> Double { scroll_cos(x) }
  public static func atan(_ x: Double) -> Double { scroll_atan(x) }
  public static func atanh(_ x: Double) -> Double { scroll_atanh(x) }
}
