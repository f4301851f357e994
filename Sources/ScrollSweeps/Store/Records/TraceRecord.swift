/// What the store says of a scroll trace.
package struct TraceRecord: Sendable, Equatable {
  /// The SHA-256 of the file's bytes, in hexadecimal: what the trace is known by.
  package var digest: String
  /// As it was named; of several names the store keeps the alphabetically first.
  package var path: String
  package var title: String
  /// `recorded` or `synthetic`.
  package var kind: String
  /// Where it comes from.
  package var provenance: String
  /// Seconds from its first sample to its last.
  package var durationSeconds: Double
  /// Places in the layout.
  package var items: Int
  /// Different images on them.
  package var images: Int

  package init(
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
