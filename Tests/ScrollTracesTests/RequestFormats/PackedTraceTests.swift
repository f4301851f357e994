import Foundation
import ScrollCaching
import ScrollTraces
import Testing

/// The programs that unpack, where they are installed.
enum Packer: String, CaseIterable, Sendable {
  case zstd, gzip

  var ending: String { self == .zstd ? "zst" : "gz" }

  static var installed: [Packer] { allCases.filter { $0.path != nil } }

  var path: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(rawValue)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Packs a file beside it.
  func pack(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(self.path))
    process.arguments = ["-qk", path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

struct PackedTraceTests {
  /// A folder with a trace of a few MiB, and its packed forms.
  private func folder(_ packer: Packer) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("packed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let records = (0..<150_000).map { (number: Int) -> (id: UInt64, size: UInt32) in
      let (id, size) = (number * number % 7919, number % 97 + 1)
      return (id: UInt64(id), size: UInt32(size))
    }
    let file = folder.appendingPathComponent("a.oracleGeneral")
    try TraceBytes.oracleGeneral(records).write(to: file)
    try packer.pack(file.path)
    return folder
  }

  @Test(arguments: Packer.installed)
  func `a packed file has the requests of the file`(packer: Packer) throws {
    let folder = try folder(packer)
    defer { try? FileManager.default.removeItem(at: folder) }
    let formats = RequestFormatCatalog.builtIn
    let path = folder.appendingPathComponent("a.oracleGeneral").path
    let expected = try formats.load(path: path).stream
    let packed = try formats.load(path: "\(path).\(packer.ending)").stream
    #expect(packed.images == expected.images && packed.sizes == expected.sizes)
    // Known by its bytes, too, under any name.
    let other = folder.appendingPathComponent("requests").path
    try FileManager.default.moveItem(atPath: "\(path).\(packer.ending)", toPath: other)
    #expect(try formats.load(path: other).stream.images == expected.images)
  }

  @Test(arguments: Packer.installed)
  func `a link to a packed file loads`(packer: Packer) throws {
    let folder = try folder(packer)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.oracleGeneral").path
    let link = folder.appendingPathComponent("link.oracleGeneral.\(packer.ending)").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "\(path).\(packer.ending)")
    let formats = RequestFormatCatalog.builtIn
    #expect(try formats.load(path: link).stream.images == formats.load(path: path).stream.images)
  }

  @Test(.enabled(if: Packer.gzip.path != nil))
  func `the reader ignores bytes after the end of a gzip file with a warning`() throws {
    let folder = try folder(.gzip)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.oracleGeneral").path
    let packed = URL(fileURLWithPath: path + ".gz")
    try (Data(contentsOf: packed) + Data("trailing".utf8)).write(to: packed)
    let formats = RequestFormatCatalog.builtIn
    var warnings: [String] = []
    let log = try formats.load(path: packed.path, as: nil, options: .init()) { warnings.append($0) }
    #expect(log.count == 150_000)
    #expect(
      warnings == ["'\(packed.path)' has more bytes after its end, which gzip ignores"])
  }

  @Test(arguments: Packer.installed)
  func `a truncated packed file is an error with the message of the program`(packer: Packer) throws
  {
    let folder = try folder(packer)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.oracleGeneral.\(packer.ending)").path
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    try data.prefix(data.count / 2).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: RequestFormatError.self) {
      try RequestFormatCatalog.builtIn.load(path: path)
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("'\(packer.rawValue)' reports") || text.contains("the last record has"))
  }
}
