import Foundation
import ScrollCaching
import ScrollCore

/// The block trace that simulators of the field publish miss counts for, where it is at hand.
///
/// It lies beside the package, in `../shared/data/replay`, and is not part of it.
struct GoldenTrace {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/data/replay")

  static var isAtHand: Bool {
    FileManager.default.isReadableFile(atPath: folder.appending(path: "golden-misses.csv").path)
  }

  /// Constant sizes: records of time 4, id 8, size 4, next 8 bytes, little-endian.
  static let oracleGeneral = Result { try load("cloudPhysicsIO.oracleGeneral.bin", 24, 4, 12) }
  /// Sizes as they were: records of serial 4, size 4, segments 4, command 2, version 2,
  /// block 8, time 8 bytes, little-endian.
  static let vscsi = Result { try load("cloudPhysicsIO.vscsi", 32, 16, 4) }

  private static func load(
    _ name: String, _ record: Int, _ idOffset: Int, _ sizeOffset: Int
  ) throws -> RequestStream {
    let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
    func number(_ offset: Int, _ width: Int) -> UInt64 {
      bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    var numbers: [UInt64: Int32] = [:]
    var (images, sizes): ([ImageID], [Int]) = ([], [])
    for start in stride(from: 0, to: bytes.count, by: record) {
      let id = number(start + idOffset, 8)
      let image = numbers[id] ?? Int32(numbers.count)
      numbers[id] = image
      images.append(ImageID(image))
      sizes.append(Int(number(start + sizeOffset, 4)))
    }
    var keys = [UInt64](repeating: 0, count: numbers.count)
    for (key, number) in numbers { keys[Int(number)] = key }
    return RequestStream(
      images: images, imageCount: numbers.count, sizes: sizes, keys: keys)
  }
}
