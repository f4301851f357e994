import ScrollSimulation

/// What the store says of a stream of requests.
package struct StreamRecord: Sendable, Equatable {
  /// Of its ids and sizes, so that the format of its file does not matter.
  package var digest: ContentKey
  /// As it was named; of several names the store keeps the alphabetically first.
  package var path: String
  package var requests: Int
  /// Different ids.
  package var images: Int
  /// Of all different images, each with its largest size; nil without sizes.
  package var bytes: Int?

  package init(digest: ContentKey, path: String, requests: Int, images: Int, bytes: Int?) {
    self.digest = digest
    self.path = path
    self.requests = requests
    self.images = images
    self.bytes = bytes
  }

  /// A file without its folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var values: [StoredValue] {
    [
      .text(digest.description), .text(path), .integer(requests), .integer(images),
      StoredValue(bytes),
    ]
  }
}
