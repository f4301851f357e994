import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension Double {
  /// The nearest number with so many digits.
  func rounded(digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    let exponent = (log(abs(self)) / log(10)).rounded(.down) - Double(digits - 1)
    let unit = pow(10, abs(exponent))
    return exponent < 0 ? (self * unit).rounded() / unit : (self / unit).rounded() * unit
  }

  /// A number a step away, with two digits; itself where that would be too large or too small to
  /// say anything.
  func stepped(by factor: Double) -> Double {
    let next = (self * factor).rounded(digits: 2)
    return 1e-12...1e15 ~= abs(next) ? next : self
  }
}
