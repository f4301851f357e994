/// The bugs of one policy or cache.
protocol SabotagedFamily {
  associatedtype Bug: Sendable
  /// The built-in policy that all of them spoil.
  static var reference: String { get }
  static var sabotages: [Sabotage] { get }
}

extension SabotagedFamily {
  static func broken(
    _ bug: Bug, _ expected: Sabotage.Catcher, _ name: String, _ sentence: String
  ) -> Sabotage {
    Sabotage(name: name, bug: sentence, reference: reference, expected: expected)
  }
}
