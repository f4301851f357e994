/// What the store says of a device or a network.
package struct ProfileRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case device
    case network
  }

  /// Of every figure, so that two profiles of one name differ.
  package var digest: ContentKey
  package var kind: Kind
  /// As in the catalog, or in the user's file.
  package var name: String
  /// One sentence.
  package var summary: String
  /// How many figures it has.
  package var figures: Int
  /// How many of them are estimates.
  package var estimates: Int
  /// Of the display, in hertz; `nil` for a network.
  package var refreshRate: Int?
  /// Of the device; `nil` for a network.
  package var memoryBytes: Int?

  package init(
    digest: ContentKey, kind: Kind, name: String, summary: String, figures: Int, estimates: Int,
    refreshRate: Int? = nil, memoryBytes: Int? = nil
  ) {
    self.digest = digest
    self.kind = kind
    self.name = name
    self.summary = summary
    self.figures = figures
    self.estimates = estimates
    self.refreshRate = refreshRate
    self.memoryBytes = memoryBytes
  }
}
