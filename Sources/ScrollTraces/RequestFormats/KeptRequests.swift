import Foundation
import ScrollCaching
import ScrollCore

/// Requests in a temporary file without a name, which disappears with the process.
///
/// Each request takes 4 bytes for its image and 8 for its size.
///
/// The type is unchecked `Sendable`, because one thread writes the file and passes it on only when
/// it is complete. After that, the file does not change, and `pread` uses no position that threads
/// would share.
final class KeptRequests: @unchecked Sendable {
  /// A block of requests that were appended together.
  private struct Block {
    let place: Int, count: Int
  }

  let hasSizes: Bool
  private let source: String
  private let folder: String
  private let descriptor: Int32
  private var blocks: [Block] = []
  private var end = 0
  private(set) var count = 0

  /// Creates an empty file in the folder for temporary files.
  /// - Parameters:
  ///   - source: the source of the requests, for messages.
  ///   - hasSizes: whether every request has a size.
  /// - Throws: `RequestFormatError.noSpace` if the file cannot be created.
  init(of source: String, hasSizes: Bool) throws(RequestFormatError) {
    self.source = source
    self.hasSizes = hasSizes
    folder = FileManager.default.temporaryDirectory.path
    var template = Array("\(folder)/scrollsim-requests-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.noSpace(source, folder) }
    _ = unlink(template)
  }

  deinit { _ = close(descriptor) }

  /// Appends requests.
  ///
  /// Call it only before the first part is read.
  /// - Throws: `RequestFormatError.noSpace` if the disk is full.
  func append(_ images: [ImageID], _ sizes: [Int]) throws(RequestFormatError) {
    let block = Block(place: end, count: images.count)
    guard images.withUnsafeBytes({ write($0) }), !hasSizes || sizes.withUnsafeBytes({ write($0) })
    else { throw Self.noSpace(source, folder) }
    blocks.append(block)
    count += block.count
  }

  /// The number of parts to read.
  var partCount: Int { blocks.count }

  /// Returns the images and the sizes of a part.
  ///
  /// - Precondition: the file, which has no name, can be read.
  func part(_ index: Int, includingSizes: Bool) -> (images: [ImageID], sizes: [Int]?) {
    let block = blocks[index]
    let images: [ImageID] = read(block.count, at: block.place)
    guard hasSizes, includingSizes else { return (images, nil) }
    return (images, read(block.count, at: block.place + block.count * MemoryLayout<ImageID>.stride))
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    end += bytes.count
    return true
  }

  /// Returns values of a type without references, as they were written.
  private func read<Value>(_ count: Int, at place: Int) -> [Value] {
    Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var done = 0
      while done < count * MemoryLayout<Value>.stride {
        let length = count * MemoryLayout<Value>.stride - done
        let got = pread(
          descriptor, bytes.baseAddress.map { $0 + done }, length, off_t(place + done))
        if got < 0, errno == EINTR { continue }
        precondition(got > 0, "the requests of \(source) cannot be read again")
        done += got
      }
      initialized = count
    }
  }

  private static func noSpace(_ source: String, _ folder: String) -> RequestFormatError {
    .noSpace(file: source, folder: folder, reason: String(cString: strerror(errno)))
  }
}
