import ScrollCore

/// Alternatives with weights; each image draws one of them.
///
/// Weights are stored in millionths, as they are written, so that drawing is exact.
public struct WeightedMix<Value: Sendable & Equatable>: Sendable, Equatable {
  /// An alternative.
  public struct Share: Sendable, Equatable {
    public let value: Value
    /// The weight, above 0.
    public let weight: Double
    let units: Int
  }

  public let shares: [Share]
  /// The maximum number of alternatives, since a line of a file has a limited length.
  static var limit: Int { 100 }
  private let total: Int

  /// Creates a mix.
  ///
  /// Weights need not add up to 1 and are rounded to six decimals. The weight of a single
  /// alternative counts as 1.
  /// - Precondition: there are 1 to 100 alternatives, every weight from 0.000001 to 1e9.
  public init(_ shares: [(value: Value, weight: Double)]) {
    precondition(1...Self.limit ~= shares.count, "a mix of \(shares.count)")
    self.shares = shares.map { value, weight in
      precondition(weight >= 1e-6 && weight <= 1e9, "\(weight) is no weight")
      let units = Millionths(shares.count == 1 ? 1 : weight)
      return Share(value: value, weight: units.double, units: Int(units.units))
    }
    total = self.shares.reduce(0) { $0 + $1.units }
  }

  /// Creates a mix with a single alternative.
  public init(_ value: Value) { self.init([(value, 1)]) }

  /// Draws an alternative; a mix with a single alternative takes no number from the generator.
  func draw(_ random: inout SeededRandom) -> Value {
    guard shares.count > 1 else { return shares[0].value }
    var place = random.below(total)
    for share in shares {
      if place < share.units { return share.value }
      place -= share.units
    }
    preconditionFailure("the weights add up to \(total)")
  }
}
