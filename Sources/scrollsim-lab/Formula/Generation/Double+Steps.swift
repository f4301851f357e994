import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension Double {
  /// Returns the nearest number with this many significant digits.
  func rounded(digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let exponent = (log(abs(self)) / log(10)).rounded(.down) - Double(digits - 1)
    let unit = pow(10, abs(exponent))
    return exponent < 0 ? (self * unit).rounded() / unit : (self / unit).rounded() * unit
  }

  /// Returns the number times a factor, with two digits.
  ///
  /// It returns the number itself if the result would be too large or too small to be useful.
  func stepped(by factor: Double) -> Double {
    let next = (self * factor).rounded(digits: 2)
    return 1e-12...1e15 ~= abs(next) ? next : self
  }
}
