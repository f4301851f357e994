import Foundation
package import ScrollCaching
import ScrollCore

/// The stream whose miss counts in libCacheSim the repository has (`OracleTable`).
///
/// Popular images, scans, loops and steps back, in whole numbers only: the same on every machine, as the
/// digests in `Oracles/files.csv` show. `ClassicStreamFiles` writes the files for `.ci/oracles/misses`.
package struct OracleStream: Sendable {
  package static let shared = OracleStream()

  private static let seed: UInt64 = 2026
  private static let requestCount = 100_000
  private static let imageCount = 40_000

  /// The images in the order of the requests.
  package let images: [Int]
  /// The size of every request if an image keeps its size.
  package let fixedSizes: [Int]
  /// The size of every request if one request in eight changes the size of its image.
  package let varyingSizes: [Int]

  private init() {
    var random = SeededRandom(seed: Self.seed)
    images = Self.images(&random)
    var sizes = (0..<Self.imageCount).map { _ in Self.size(&random) }
    fixedSizes = images.map { sizes[$0] }
    var varying: [Int] = []
    for image in images {
      if random.below(8) == 0 { sizes[image] = Self.size(&random) }
      varying.append(sizes[image])
    }
    varyingSizes = varying
  }

  private static func size(_ random: inout SeededRandom) -> Int {
    let bits = random.below(8)
    return 512 * (1 + random.below(1 << bits))
  }

  private static func images(_ random: inout SeededRandom) -> [Int] {
    var images: [Int] = []
    func run(from start: Int, of length: Int) -> [Int] {
      (start..<start + length).map { $0 % imageCount }
    }
    while images.count < requestCount {
      switch random.below(100) {
      case 0..<90:  // A popular image: its rank has the weight 1/rank.
        let bits = random.below(15)
        images.append(random.below(1 << bits) * 7_919 % imageCount)
      case 90..<94:  // A scan.
        let start = random.below(imageCount)
        images += run(from: start, of: 1 + random.below(64))
      case 94..<96:  // A loop.
        let start = random.below(imageCount)
        let part = run(from: start, of: 1 + random.below(40))
        images += part + part + part
      default:  // A step back to an earlier part of the stream.
        guard !images.isEmpty else { continue }
        let start = random.below(images.count)
        images += Array(images[start...].prefix(1 + random.below(32)))
      }
    }
    return Array(images.prefix(requestCount))
  }

  /// The stream as a file of `Oracles/files.csv` has it; `nil` for an unknown file.
  package func requests(of file: String) -> RequestStream? {
    var numbers: [Int: Int] = [:]
    var keys: [UInt64] = []
    let order = images.map { image in
      if let number = numbers[image] { return ImageID(number) }
      numbers[image] = keys.count
      keys.append(Self.identifier(image))
      return ImageID(keys.count - 1)
    }
    let sizes: [Int]?
    switch file {
    case "blocks.oracleGeneral.bin": sizes = fixedSizes
    case "blocks.vscsi": sizes = varyingSizes
    case "blocks.txt": sizes = nil
    default: return nil
    }
    return RequestStream(images: order, imageCount: keys.count, sizes: sizes, keys: keys)
  }

  /// The bytes of a file of `Oracles/files.csv`; `nil` for an unknown file.
  package func bytes(of file: String) -> [UInt8]? {
    switch file {
    case "blocks.oracleGeneral.bin": oracleGeneral
    case "blocks.vscsi": vscsi
    case "blocks.txt": Array(images.map { "\(Self.identifier($0))\n" }.joined().utf8)
    default: nil
    }
  }

  /// Records of time 4, id 8, size 4, next request 8 bytes, little-endian; -1 is never.
  private var oracleGeneral: [UInt8] {
    var following = [Int64](repeating: -1, count: images.count)
    var nextUses: [Int: Int64] = [:]
    for position in images.indices.reversed() {
      following[position] = nextUses[images[position]] ?? -1
      nextUses[images[position]] = Int64(position) + 1
    }
    var bytes: [UInt8] = []
    for (position, image) in images.enumerated() {
      Self.append(UInt32(position / 1000), to: &bytes)
      Self.append(Self.identifier(image), to: &bytes)
      Self.append(UInt32(fixedSizes[position]), to: &bytes)
      Self.append(following[position], to: &bytes)
    }
    return bytes
  }

  /// Records of serial 4, size 4, segments 4, command 2, version 2, block 8, time 8 bytes,
  /// little-endian.
  private var vscsi: [UInt8] {
    var bytes: [UInt8] = []
    for (position, image) in images.enumerated() {
      Self.append(UInt32(position), to: &bytes)
      Self.append(UInt32(varyingSizes[position]), to: &bytes)
      Self.append(UInt32(1), to: &bytes)
      Self.append(UInt16(42), to: &bytes)
      Self.append(UInt16(256), to: &bytes)
      Self.append(Self.identifier(image), to: &bytes)
      Self.append(UInt64(position * 1000), to: &bytes)
    }
    return bytes
  }

  private static func identifier(_ image: Int) -> UInt64 { UInt64(2048 + 8 * image) }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  /// Writes a file of `Oracles/files.csv` into a folder of its own and removes it after use.
  package func withFile<Result>(_ name: String, _ use: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(bytes(of: name) ?? []).write(to: file)
    return try use(file.path)
  }
}
