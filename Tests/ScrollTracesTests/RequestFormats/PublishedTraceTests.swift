import Foundation
import ScrollCaching
import ScrollTraces
import Testing

/// One published block trace in three formats.
enum PublishedTrace {
  /// Next to the package, because the trace is not ours to publish.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/data/replay").path

  static var isAtHand: Bool { FileManager.default.fileExists(atPath: folder) }
}

/// Skipped where the trace is not at hand.
@Suite(.enabled(if: PublishedTrace.isAtHand))
struct PublishedTraceTests {
  private func load(_ name: String) throws -> RequestStream {
    try RequestFormatCatalog.builtIn.load(path: "\(PublishedTrace.folder)/\(name)")
  }

  @Test(arguments: [
    "cloudPhysicsIO.oracleGeneral.bin", "cloudPhysicsIO.vscsi", "cloudPhysicsIO.txt",
  ])
  func `every format of the trace has as many requests and images as published`(
    name: String
  ) throws {
    let stream = try load(name)
    #expect(stream.images.count == 113_872)
    #expect(stream.imageCount == 48_974)
  }

  @Test func `all formats have the same images in the same order`() throws {
    let oracle = try load("cloudPhysicsIO.oracleGeneral.bin")
    let vscsi = try load("cloudPhysicsIO.vscsi")
    let text = try load("cloudPhysicsIO.txt")
    #expect(oracle.images == vscsi.images)
    #expect(oracle.images == text.images)
    let sizes = zip(try #require(oracle.sizes), try #require(vscsi.sizes))
    #expect(sizes.count { $0 != $1 } == 13_671, "one size per object there, per request here")
    #expect(text.sizes == nil)
  }
}
