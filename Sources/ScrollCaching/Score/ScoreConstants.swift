/// A number of a score that is a setting, which a search tunes while the formula stays.
public enum ScoreConstant: String, CaseIterable, Sendable { case a, b, c, d }

/// The values of a score's constants.
public struct ScoreConstants: Hashable, Sendable {
  public var a: Double, b: Double, c: Double, d: Double

  public init(a: Double = 1, b: Double = 1, c: Double = 1, d: Double = 1) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  public subscript(_ constant: ScoreConstant) -> Double {
    get {
      switch constant {
      case .a: a
      case .b: b
      case .c: c
      case .d: d
      }
    }
    set {
      switch constant {
      case .a: a = newValue
      case .b: b = newValue
      case .c: c = newValue
      case .d: d = newValue
      }
    }
  }
}
