import Foundation

/// The folder of Package.swift.
enum PackageRoot {
  static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The recorded scrolls, from the root.
  static let recordings = [
    "Traces/recorded/photo-grid-session", "Traces/recorded/feed-to-and-fro",
    "Traces/recorded/slow-reading",
  ]
}
