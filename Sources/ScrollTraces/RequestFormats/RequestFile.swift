public import Foundation

/// A file of requests, mapped into memory.
///
/// Mapped with `.alwaysMapped`: `.mappedIfSafe` reads the whole file into memory on Linux.
public struct RequestFile: Sendable {
  public let path: String
  public let data: Data
  /// The column that has the ids, by its name in the header; nil for one with a usual name.
  public var idColumn: String?

  /// Maps a file.
  /// - Throws: `RequestFormatError` for a missing, empty or unreadable file and a directory.
  public init(path: String) throws(RequestFormatError) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missingFile(path)
    }
    guard !isDirectory.boolValue else { throw .directory(path) }
    let url = URL(fileURLWithPath: path)
    guard let handle = FileHandle(forReadingAtPath: path),
      let first = try? handle.read(upToCount: 1)
    else {
      // Reading nothing is how an empty file answers; no answer at all is a failure.
      throw FileManager.default.isReadableFile(atPath: path) ? .empty(path) : .unreadable(path)
    }
    guard !first.isEmpty else { throw .empty(path) }
    guard let data = try? Data(contentsOf: url, options: .alwaysMapped) else {
      throw .unreadable(path)
    }
    self.init(path: path, data: data)
  }

  /// Bytes that are in memory already.
  public init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// How many records of `size` bytes the file has.
  func recordCount(ofSize size: Int) throws(RequestFormatError) -> Int {
    let (count, rest) = data.count.quotientAndRemainder(dividingBy: size)
    guard rest == 0 else {
      throw .cutRecord(file: path, offset: count * size, found: rest, expected: size)
    }
    guard count <= RequestRecorder.limit else {
      throw .tooManyRequests(file: path, limit: RequestRecorder.limit)
    }
    return count
  }
}
