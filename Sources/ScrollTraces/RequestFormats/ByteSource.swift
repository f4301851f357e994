import Foundation
import Synchronization

/// A source of bytes: a file, standard input, or the output of a program that unpacks.
final class ByteSource {
  /// The number of bytes; `nil` if only the end determines it, as for a pipe.
  let count: Int?
  private let descriptor: Int32
  private let path: String
  private let unpacking: Unpacking?
  /// The bytes that were read to detect the format, and not returned yet.
  private var beginning: [UInt8]

  /// Opens a file, or standard input for `-`; data packed with zstd or gzip is unpacked on the way.
  /// - Throws: `RequestFormatError` for a file that does not exist or cannot be read, is empty or a
  ///   folder, and if the program that unpacks it is missing.
  init(path: String) throws(RequestFormatError) {
    self.path = path
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missingFile(path) : .unreadable(path)
    }
    do throws(RequestFormatError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw RequestFormatError.unreadable(path) }
      guard status.st_mode & S_IFMT != S_IFDIR else { throw RequestFormatError.directory(path) }
      var beginning = [UInt8](repeating: 0, count: 4)
      let found = try Self.read(descriptor, into: &beginning, from: 0, path)
      guard found > 0 else { throw RequestFormatError.empty(path) }
      beginning.removeLast(4 - found)
      if let other = Packing.other(beginning) {
        throw RequestFormatError.otherPacking(path, name: other.name, program: other.program)
      }
      if let packing = Packing(beginning) {
        let unpacking = try Unpacking(packing, descriptor, path)
        _ = close(descriptor)
        self.descriptor = unpacking.output
        self.unpacking = unpacking
        self.beginning = []
        count = nil
      } else {
        self.descriptor = descriptor
        unpacking = nil
        self.beginning = beginning
        // Standard input may be a file at any position.
        let place = Int(lseek(descriptor, 0, SEEK_CUR)) - found
        count = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) - max(0, place) : nil
      }
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// A warning about a file that was read nevertheless.
  var warning: String? { unpacking?.warning }

  deinit {
    guard let unpacking else {
      _ = close(descriptor)
      return
    }
    unpacking.stop()
  }

  /// Reads into a buffer from a position on, as many bytes as fit or are available at once.
  /// - Returns: the number of bytes; 0 at the end.
  /// - Throws: `RequestFormatError` if reading or unpacking fails.
  func read(into buffer: inout [UInt8], from place: Int) throws(RequestFormatError) -> Int {
    if !beginning.isEmpty {
      let count = min(beginning.count, buffer.count - place)
      buffer.replaceSubrange(place..<place + count, with: beginning[..<count])
      beginning.removeFirst(count)
      return count
    }
    let count = try Self.readOnce(descriptor, into: &buffer, from: place, path)
    if count == 0 { try unpacking?.finish() }
    return count
  }

  /// Reads until the buffer is full or the input ends.
  private static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], from place: Int, _ path: String
  ) throws(RequestFormatError) -> Int {
    var found = place
    while found < buffer.count {
      let count = try readOnce(descriptor, into: &buffer, from: found, path)
      if count == 0 { break }
      found += count
    }
    return found - place
  }

  private static func readOnce(
    _ descriptor: Int32, into buffer: inout [UInt8], from place: Int, _ path: String
  ) throws(RequestFormatError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress.map { $0 + place }, $0.count - place)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw .unreadable(path) }
    }
  }
}

/// A program that unpacks a file while it is read.
final class Unpacking {
  /// The output of the program.
  let output: Int32
  private let process = Process()
  private let pipe = Pipe(), complaints = Pipe()
  private let said = ErrorOutput()
  /// A warning about a file that was unpacked nevertheless.
  private(set) var warning: String?
  private let packing: Packing
  private let path: String

  /// Starts the program with the open file as its input, since the program refuses paths of links.
  /// - Throws: `RequestFormatError` if the program is missing, and for standard input and pipes,
  ///   whose first bytes are consumed already.
  init(_ packing: Packing, _ descriptor: Int32, _ path: String) throws(RequestFormatError) {
    self.packing = packing
    self.path = path
    guard path != "-", lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .packedInput(program: packing.program)
    }
    guard let program = Self.find(packing.program) else {
      throw .noProgram(file: path, program: packing.program)
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-dcq"]
    process.standardInput = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    process.standardOutput = pipe
    process.standardError = complaints
    output = pipe.fileHandleForReading.fileDescriptor
    do { try process.run() } catch {
      throw .noProgram(file: path, program: packing.program)
    }
    // A pipe that only the program writes to ends when the program does.
    try? pipe.fileHandleForWriting.close()
    try? complaints.fileHandleForWriting.close()
    said.collect(from: complaints.fileHandleForReading)
  }

  /// Waits for the end of the program after its last byte.
  /// - Throws: `RequestFormatError.damaged` if it could not unpack everything.
  func finish() throws(RequestFormatError) {
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    if packing == .gzip, process.terminationStatus == Self.gzipWarning {
      warning = "'\(path)' has more bytes after its end, which gzip ignores"
      return
    }
    let sentence =
      said.text.split(separator: "\n").first.map { "\(ClippedText($0))" }
      ?? "status \(process.terminationStatus)"
    throw .damaged(file: path, program: packing.program, complaint: sentence)
  }

  /// The exit status of a gzip that has unpacked everything with a warning.
  private static let gzipWarning: Int32 = 2

  /// Stops the program if no more of its output is needed.
  func stop() {
    try? pipe.fileHandleForReading.close()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Returns the path at which the shell would find a program.
  private static func find(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The standard error of a program, read in parallel with its output so that the program never
/// blocks.
private final class ErrorOutput: Sendable {
  private static let most = 4096

  private let bytes = Mutex(Data())
  private let ended = DispatchSemaphore(value: 0)

  /// Reads to the end, and keeps the beginning.
  func collect(from handle: FileHandle) {
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: Self.most)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes.withLock { $0.append(contentsOf: buffer[..<min(count, Self.most - $0.count)]) }
      }
      withExtendedLifetime(handle) { _ = ended.signal() }
    }
  }

  /// The beginning of the text, once the program has ended.
  ///
  /// The text is returned even if a process that the program has started still keeps standard error
  /// open.
  var text: String {
    _ = ended.wait(timeout: .now() + 1)
    return bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }
}

/// The compression of a file, by its first bytes.
enum Packing: String, CaseIterable {
  case zstd, gzip

  /// Creates the compression from the first bytes of a file; `nil` if it is not packed.
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

  /// The program that unpacks the file.
  var program: String { rawValue }

  /// Returns another compression by the first bytes of a file.
  ///
  /// xz begins with FD 37 7A 58 (The .xz File Format, 2.1.1.1), bzip2 with `BZh`, lz4 with 04 22 4D
  /// 18.
  static func other(_ beginning: [UInt8]) -> (name: String, program: String)? {
    if beginning == [0xfd, 0x37, 0x7a, 0x58] { return ("xz", "xz") }
    if beginning.starts(with: Array("BZh".utf8)), beginning.count == 4,
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(beginning[3])
    {
      return ("bzip2", "bzip2")
    }
    if beginning == [0x04, 0x22, 0x4d, 0x18] { return ("lz4", "lz4") }
    return nil
  }

  /// Returns a file's name in lower case without the endings of its compression: `a.txt` for
  /// `A.txt.zst`.
  ///
  /// It is the same for `a.txt.zst.22`, whose last part is the level.
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
