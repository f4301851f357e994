/// Bytes that no reader of text accepts: a packed file, or text in another encoding.
enum ForeignBytes: CaseIterable {
  case gzip, zstd, xz, bzip2, zip, utf16

  /// Creates the kind from the first bytes of a file; `nil` for any other file.
  init?(_ bytes: some Collection<UInt8>) {
    let beginning = Array(bytes.prefix(32))
    let kind = Self.allCases.first {
      $0 == .utf16 ? Self.isUTF16(beginning) : beginning.starts(with: $0.beginning)
    }
    guard let kind else { return nil }
    self = kind
  }

  /// The first bytes; empty for UTF-16, which has no fixed ones.
  private var beginning: [UInt8] {
    switch self {
    case .gzip: [0x1f, 0x8b]
    case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
    case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]
    case .bzip2: Array("BZh".utf8)
    case .zip: [0x50, 0x4b, 3, 4]
    case .utf16: []
    }
  }

  /// Returns `true` if every second one of the first bytes is zero and the others are text, after a
  /// byte order mark if there is one.
  private static func isUTF16(_ beginning: [UInt8]) -> Bool {
    let hasMark = beginning.starts(with: [0xff, 0xfe]) || beginning.starts(with: [0xfe, 0xff])
    let units = beginning.dropFirst(hasMark ? 2 : 0).prefix(16)
    guard units.count >= 8 else { return false }
    return [0, 1].contains { place in
      units.enumerated().allSatisfy { index, byte in
        index % 2 == place ? byte == 0 : 0x20..<0x7f ~= byte || 9...13 ~= byte
      }
    }
  }

  /// The kind of the file, as a predicate such as `is UTF-16 text`.
  var fact: String {
    switch self {
    case .gzip, .zstd, .xz, .bzip2, .zip: "is compressed (\(self))"
    case .utf16: "is UTF-16 text"
    }
  }

  /// The file to provide instead, as the continuation of "expected".
  var remedy: String {
    switch self {
    case .gzip: "it unpacked, by gunzip"
    case .zstd: "it unpacked, by zstd -d"
    case .xz: "it unpacked, by xz -d"
    case .bzip2: "it unpacked, by bunzip2"
    case .zip: "it unpacked, by unzip"
    case .utf16: "UTF-8, as 'iconv -f UTF-16 -t UTF-8' writes it"
    }
  }

  /// Returns the error of a file with these bytes.
  func error(file: String) -> TraceError {
    TraceError(file: file, subject: .file, found: .fact(fact), expected: remedy)
  }
}
