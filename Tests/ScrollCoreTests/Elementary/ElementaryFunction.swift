import ScrollCore
import Testing

/// A function of `Elementary` and its largest error.
struct ElementaryFunction: CustomTestStringConvertible {
  let name: String
  /// The largest error, in units of the last place of the exact value.
  let error: Double
  let compute: @Sendable (Double) -> Double
  let testDescription: String

  init(_ name: String, error: Double, _ compute: @escaping @Sendable (Double) -> Double) {
    (self.name, self.error, self.compute, testDescription) = (name, error, compute, name)
  }

  /// The functions with one argument.
  static let all = [
    ElementaryFunction("exp", error: 0.511, Elementary.exp),
    ElementaryFunction("exp2", error: 0.511, Elementary.exp2),
    ElementaryFunction("expm1", error: 0.9, Elementary.expm1),
    ElementaryFunction("log", error: 0.52, Elementary.log),
    ElementaryFunction("log2", error: 0.55, Elementary.log2),
    ElementaryFunction("log1p", error: 0.9, Elementary.log1p),
    ElementaryFunction("sin", error: 0.8, Elementary.sin),
    ElementaryFunction("cos", error: 0.8, Elementary.cos),
    ElementaryFunction("atan", error: 0.9, Elementary.atan),
    ElementaryFunction("atanh", error: 1.7, Elementary.atanh),
  ]
  static let rising = all.filter { !["sin", "cos"].contains($0.name) }
}
