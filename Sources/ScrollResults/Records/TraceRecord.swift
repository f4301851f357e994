/// What the store says of a scroll trace.
public struct TraceRecord: Sendable, Equatable {
  /// The SHA-256 of the file's bytes, in hexadecimal: what the trace is known by.
  public var digest: String
  /// As it was named; of several names the store keeps the alphabetically first.
  public var path: String
  public var title: String
  /// `recorded` or `synthetic`.
  public var kind: String
  /// Where it comes from.
  public var provenance: String
  /// Seconds from its first sample to its last.
  public var durationSeconds: Double
  /// Places in the layout.
  public var items: Int
  /// Different images on them.
  public var images: Int

  public init(
    digest: String, path: String, title: String, kind: String, provenance: String,
    durationSeconds: Double, items: Int, images: Int
  ) {
    self.digest = digest
    self.path = path
    self.title = title
    self.kind = kind
    self.provenance = provenance
    self.durationSeconds = durationSeconds
    self.items = items
    self.images = images
  }
}
