import ScrollCore
package import ScrollDevice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pictures of a folder and its subfolders, in the order of their paths.
///
/// The first bytes of a file determine its format, not its name. A file that is not an image of a
/// supported format, or cannot be read, is left out and counted. Hidden files, and links to
/// folders, are skipped.
package struct PictureFolder {
  /// The file of an image.
  package struct File {
    /// The path relative to the folder.
    package let path: String
    package let bytes: Int
    package let header: ImageHeader
  }

  package private(set) var files: [File] = []
  /// The paths of files that are not pictures.
  package private(set) var others: [String] = []
  /// The unreadable entries by ascending path, with reasons.
  package private(set) var unreadable: [(path: String, reason: TraceError)] = []

  /// Sentences about the skipped entries: for each reason their number and first names.
  package var omissions: [String] {
    var sentences: [String] = []
    func names(_ paths: [String]) -> String {
      Phrase.list(paths.map { "'\(ClippedText($0))'" }, atMost: 20)
    }
    if !others.isEmpty {
      let kinds = Dictionary(grouping: others, by: Self.ending(of:))
        .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        .map { "\($0.value.count) \($0.key)" }
      sentences.append(
        "left out, because they are not supported pictures: "
          + "\(Phrase.list(kinds, atMost: 20)), like "
          + names(others))
    }
    let groups = Dictionary(grouping: unreadable) { "\($0.reason.found)" }
    for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
      guard case .fact(let fact) = group[0].reason.found else { continue }
      sentences.append(
        "\(Phrase.count(group.count, "entry", "entries")) left out, "
          + "\(group.count == 1 ? "which" : "each of which") \(fact): "
          + names(group.map(\.path)))
    }
    return sentences
  }

  /// Returns the ending of a file's name in lower case, with its dot.
  private static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return "without an ending"
    }
    return "\(ClippedText(name[dot...].lowercased()))"
  }

  /// Returns `true` if there is a folder at a path.
  package static func exists(at path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns `true` if a file begins like a picture.
  package static func isPicture(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    var bytes = HeaderBytes(descriptor: descriptor, count: Int(status.st_size))
    do { return try ImageHeader(&bytes) != nil } catch { return true }
  }

  /// Reads the headers of all files.
  /// - Throws: `TraceError` for a folder that cannot be read, and for one without a readable
  ///   picture.
  package init(_ path: String) throws(TraceError) {
    for file in try paths(in: path, below: "", depth: 0) {
      do throws(TraceError) { try read(file, in: path) } catch { unreadable.append((file, error)) }
      guard files.count <= TraceLimits.images else {
        throw TraceError(
          file: path, subject: .folder,
          found: .fact("has more than \(TraceLimits.images) pictures"),
          expected: "fewer")
      }
    }
    guard !files.isEmpty else {
      if let first = unreadable.first { throw first.reason }
      throw TraceError(
        file: path, subject: .folder, found: .fact("has no pictures"),
        expected: "files in JPEG, PNG, GIF, WebP, HEIC, AVIF or JPEG 2000")
    }
  }

  private mutating func read(_ file: String, in folder: String) throws(TraceError) {
    let path = "\(folder)/\(file)"
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputFile.failure(path, errno, expected: "a picture") }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw TraceError(
        file: path, subject: .file, found: .fact("is a pipe or a device"), expected: "a picture")
    }
    var bytes = HeaderBytes(descriptor: descriptor, count: Int(status.st_size))
    do {
      guard let header = try ImageHeader(&bytes) else { return others.append(file) }
      files.append(File(path: file, bytes: bytes.count, header: header))
    } catch {
      throw TraceError(
        file: path, subject: .file, found: .fact(error.fact), expected: error.expected)
    }
  }

  /// Returns the paths of everything but folders, in order; folders that cannot be read are left
  /// out.
  private mutating func paths(
    in root: String, below: String, depth: Int
  ) throws(TraceError) -> [String] {
    let path = below.isEmpty ? root : "\(root)/\(below)"
    guard let folder = opendir(path) else {
      let expected = "a folder of pictures"
      guard errno != ENOTDIR else {
        throw TraceError(
          file: path, subject: .file, found: .fact("is not a folder"), expected: expected,
          cause: .noInput)
      }
      throw InputFile.failure(path, errno, expected: expected)
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    var found: [String] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let file = below.isEmpty ? name : "\(below)/\(name)"
      var status = stat()
      let isFolder = lstat("\(root)/\(file)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      guard isFolder else {
        if !Self.exists(at: "\(root)/\(file)") { found.append(file) }
        continue
      }
      do throws(TraceError) {
        guard depth < Self.deepest else {
          throw TraceError(
            file: "\(root)/\(file)", subject: .folder,
            found: .fact("is more than \(Self.deepest) folders deep"),
            expected: "a flatter folder")
        }
        found += try paths(in: root, below: file, depth: depth + 1)
      } catch { unreadable.append((file, error)) }
    }
    return found
  }

  private static let deepest = 32
}

/// The header of an image's file, which is read without decoding any pixel.
package struct ImageHeader: Sendable, Equatable {
  package let format: ImageFormat
  /// The stored size in pixels.
  package let width: Int, height: Int
  /// The orientation of the stored pixels, 1 to 8 as in EXIF (its tag 274); from 5 on, width and
  /// height are exchanged.
  package let orientation: Int
  /// A Boolean value that indicates whether pixels may be transparent.
  package let hasAlpha: Bool
  /// A Boolean value that indicates whether there is more than one frame.
  package let isAnimated: Bool

  /// Creates a header.
  /// - Throws: `HeaderFault` for impossible sides.
  init(
    _ format: ImageFormat, width: Int, height: Int, orientation: Int = 1, hasAlpha: Bool = false,
    isAnimated: Bool = false
  ) throws(HeaderFault) {
    guard SizeRule.sides.contains(width), SizeRule.sides.contains(height) else {
      throw HeaderFault(
        "states \(width)x\(height) pixels",
        expected: "sides from 1 to \(TraceLimits.side)")
    }
    self.format = format
    self.width = width
    self.height = height
    self.orientation = 1...8 ~= orientation ? orientation : 1
    self.hasAlpha = hasAlpha
    self.isAnimated = isAnimated
  }

  /// The displayed size in pixels.
  package var shown: (width: Int, height: Int) {
    orientation < 5 ? (width, height) : (height, width)
  }

  /// Reads the header of the bytes of a file.
  /// - Returns: `nil` for data that is not an image of a supported format.
  /// - Throws: `HeaderFault` for an image whose header is invalid or cut off.
  /// - Complexity: at most O(bytes), usually O(1).
  package init?(of bytes: [UInt8]) throws(HeaderFault) {
    var bytes = HeaderBytes(bytes)
    try self.init(&bytes)
  }

  /// Reads the header by the first bytes, whatever the name of the file.
  init?(_ bytes: inout HeaderBytes) throws(HeaderFault) {
    if bytes.count < 12 { return nil }
    if try JPEGHeader.begins(&bytes) {
      self = try JPEGHeader.read(&bytes)
    } else if try PNGHeader.begins(&bytes) {
      self = try PNGHeader.read(&bytes)
    } else if try GIFHeader.begins(&bytes) {
      self = try GIFHeader.read(&bytes)
    } else if try WebPHeader.begins(&bytes) {
      self = try WebPHeader.read(&bytes)
    } else if try HEIFHeader.begins(&bytes) {
      self = try HEIFHeader.read(&bytes)
    } else if try JPEG2000Header.begins(&bytes) {
      self = try JPEG2000Header.read(&bytes)
    } else {
      return nil
    }
  }
}
