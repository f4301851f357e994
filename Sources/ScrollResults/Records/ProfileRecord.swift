/// What the store says of a device or a network.
public struct ProfileRecord: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case device
    case network
  }

  /// Of every figure, so that two profiles of one name differ.
  public var digest: ContentKey
  public var kind: Kind
  /// As in the catalogue, or in the user's file.
  public var name: String
  /// One sentence.
  public var summary: String
  /// How many figures it has.
  public var figures: Int
  /// How many of them nobody has measured.
  public var estimates: Int

  public init(
    digest: ContentKey, kind: Kind, name: String, summary: String, figures: Int, estimates: Int
  ) {
    self.digest = digest
    self.kind = kind
    self.name = name
    self.summary = summary
    self.figures = figures
    self.estimates = estimates
  }
}
