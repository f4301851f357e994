import Foundation
import ScrollCaching
import ScrollCore
import TestSupport
import Testing

/// Writes the streams as files, to compare another simulator with this one.
///
/// Set `SCROLLSIM_STREAM_FOLDER` to an existing folder. Every stream becomes
/// `<name>.oracleGeneral.bin`: records of time 4, id 8, size 4 and next use 8 bytes, little-endian;
/// -1 means never. The files of `OracleStream` have their names in `Oracles/files.csv`, those of
/// `AuthorsStream` are `authors-<seed>.txt`.
struct ClassicStreamFiles {
  private enum Target {
    static let folder = ProcessInfo.processInfo.environment["SCROLLSIM_STREAM_FOLDER"]
  }

  @Test(
    .enabled(if: Target.folder != nil, "SCROLLSIM_STREAM_FOLDER is not set"),
    arguments: ClassicStream.all)
  func `the test writes the streams for other simulators`(stream: ClassicStream) throws {
    let requests = stream.generate()
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    for (position, next) in requests.nextUses().enumerated() {
      append(UInt32(position))
      append(UInt64(requests.images[position].index) + 1)
      append(UInt32(requests.sizes?[position] ?? 1))
      append(next == .max ? -1 : Int64(next) + 1)
    }
    let folder = URL(filePath: try #require(Target.folder))
    try Data(bytes).write(to: folder.appending(path: "\(stream.name).oracleGeneral.bin"))
  }
  @Test(.enabled(if: Target.folder != nil, "SCROLLSIM_STREAM_FOLDER is not set"))
  func `the test writes the streams of the tables in Oracles`() throws {
    let folder = URL(filePath: try #require(Target.folder))
    for file in OracleTable.files {
      let bytes = try #require(OracleStream.shared.bytes(of: file.name))
      try Data(bytes).write(to: folder.appending(path: file.name))
    }
    for stream in AuthorsMissesTests.streams {
      let file = folder.appending(path: "authors-\(stream.seed).txt")
      try Data(stream.text.utf8).write(to: file)
    }
  }
}
