/// What a file was packed with, by its first bytes.
enum Packing: String, CaseIterable {
  case zstd, gzip

  /// Tells from the first bytes of a file; nil if it is not packed.
  ///
  /// zstd: RFC 8878, 3.1.1, and a skippable frame, which may come first; gzip: RFC 1952, 2.3.1.
  init?(_ beginning: [UInt8]) {
    guard beginning.count >= 4 else { return nil }
    if beginning[1...].elementsEqual([0xb5, 0x2f, 0xfd]), beginning[0] == 0x28 {
      self = .zstd
    } else if beginning[1...].elementsEqual([0x2a, 0x4d, 0x18]), beginning[0] & 0xf0 == 0x50 {
      self = .zstd
    } else if beginning[0] == 0x1f, beginning[1] == 0x8b {
      self = .gzip
    } else {
      return nil
    }
  }

  /// The program that unpacks it.
  var program: String { rawValue }

  /// A file's name without the endings that say how it is packed, in small letters: `a.txt` for
  /// `A.txt.zst`, and for `a.txt.zst.22`, which has the level behind it.
  static func unpackedName(_ path: String) -> String {
    var name = path.lowercased()[...]
    let level = name.split(separator: ".").last ?? ""
    if !level.isEmpty, level.utf8.allSatisfy({ 48...57 ~= $0 }),
      name.dropLast(level.count + 1).hasSuffix(".zst")
    {
      name = name.dropLast(level.count + 1)
    }
    for ending in [".zst", ".gz"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.count))
    }
    return String(name)
  }
}
