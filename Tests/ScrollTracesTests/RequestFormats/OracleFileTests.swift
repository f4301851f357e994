import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import TestSupport
import Testing

/// The readers return the requests of the files that libCacheSim replayed.
struct OracleFileTests {
  private func load(_ name: String) throws -> RequestStream {
    try OracleStream.shared.withFile(name) { path in
      try RequestFormatCatalog.builtIn.load(path: path).stream
    }
  }

  @Test(arguments: OracleTable.files)
  func `every format has the generated images and sizes`(file: OracleTable.File) throws {
    let stream = try load(file.name)
    let generated = try #require(OracleStream.shared.requests(of: file.name))
    #expect(stream.images.count == file.requests)
    #expect(stream.imageCount == file.images)
    #expect(stream.images == generated.images)
    #expect(stream.sizes == generated.sizes)
  }

  @Test func `only vscsi has a size per request`() throws {
    let oracle = try #require(load("blocks.oracleGeneral.bin").sizes)
    let vscsi = try #require(load("blocks.vscsi").sizes)
    #expect(zip(oracle, vscsi).count { $0 != $1 } > 10_000)
    #expect(try load("blocks.txt").sizes == nil)
  }

  @Test func `equal requests in lcs, csv, txt and oracle-general read equally`() throws {
    let original = try load("blocks.oracleGeneral.bin")
    let requests = zip(original.images, try #require(original.sizes)).enumerated().map {
      TimedRequest(time: SimTime(milliseconds: Double($0)), image: $1.0, size: $1.1)
    }
    for writer in RequestWriter.builtIn.entries {
      let log = try RequestFormatCatalog.builtIn.choose(writer.name).entry
        .read(RequestFile(writer.bytes(requests)))
      #expect(log.count == original.images.count, "\(writer.name)")
      #expect(log.stream.images == original.images, "\(writer.name)")
      #expect(log.stream.sizes == (writer.name == "txt" ? nil : original.sizes), "\(writer.name)")
    }
  }

  @Test(arguments: Packer.installed)
  func `a packed file has the same requests`(packer: Packer) throws {
    for file in OracleTable.files {
      let packed = try OracleStream.shared.withFile(file.name) { path in
        try packer.pack(path)
        return try RequestFormatCatalog.builtIn.load(path: "\(path).\(packer.ending)").stream
      }
      let expected = try load(file.name)
      #expect(packed.images.count == file.requests)
      #expect(packed.images == expected.images && packed.sizes == expected.sizes, "\(file)")
    }
  }
}
