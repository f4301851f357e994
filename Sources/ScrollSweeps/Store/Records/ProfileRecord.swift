/// The record of a device or a network.
package struct ProfileRecord: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case device
    case network
  }

  /// The digest of every figure, so that two profiles with the same name differ.
  package var digest: ContentKey
  var kind: Kind
  /// The name in the catalog, or in the user's file.
  package var name: String
  /// The summary, one sentence.
  package var summary: String
  /// The number of figures.
  var figures: Int
  /// The number of figures that are estimates.
  var estimates: Int
  /// The refresh rate of the display, in hertz; `nil` for a network.
  var refreshRate: Int?
  /// The memory of the device; `nil` for a network.
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
