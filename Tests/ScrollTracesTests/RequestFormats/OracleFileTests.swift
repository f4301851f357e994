import Foundation
import ScrollCaching
import ScrollCore
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
    try RequestFormatCatalog.builtIn.load(path: "\(PublishedTrace.folder)/\(name)").stream
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

  @Test func `the same requests written as lcs, csv, txt and oracle-general are the same`() throws {
    let published = try load("cloudPhysicsIO.oracleGeneral.bin")
    let requests = zip(published.images, try #require(published.sizes)).enumerated().map {
      TimedRequest(time: SimTime(milliseconds: Double($0)), image: $1.0, size: $1.1)
    }
    for writer in RequestWriter.builtIn.entries {
      let log = try RequestFormatCatalog.builtIn.choose(writer.name).entry
        .read(RequestFile(writer.bytes(requests)))
      #expect(log.count == 113_872, "\(writer.name)")
      #expect(log.stream.images == published.images, "\(writer.name)")
      #expect(log.stream.sizes == (writer.name == "txt" ? nil : published.sizes), "\(writer.name)")
    }
  }

  @Test(arguments: Packer.installed)
  func `packed, the trace has the same requests`(packer: Packer) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("published-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["cloudPhysicsIO.oracleGeneral.bin", "cloudPhysicsIO.vscsi", "cloudPhysicsIO.txt"] {
      let copy = folder.appendingPathComponent(name).path
      try FileManager.default.copyItem(atPath: "\(PublishedTrace.folder)/\(name)", toPath: copy)
      try packer.pack(copy)
      let packed = try RequestFormatCatalog.builtIn.load(path: "\(copy).\(packer.ending)").stream
      let expected = try load(name)
      #expect(packed.images.count == 113_872)
      #expect(packed.images == expected.images && packed.sizes == expected.sizes, "\(name)")
    }
  }
}
