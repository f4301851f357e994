import Foundation
import Synchronization

/// Where bytes come from: a file, standard input, or what a program unpacks.
final class ByteSource {
  /// How many bytes there are; nil where only the end tells, as of a pipe.
  let count: Int?
  private let descriptor: Int32
  private let path: String
  private let unpacking: Unpacking?
  /// Read to see what they are, and not handed out yet.
  private var beginning: [UInt8]

  /// Opens a file, or standard input for `-`; what zstd or gzip packed is unpacked on the way.
  /// - Throws: `RequestFormatError` for a file that is not there or cannot be read, is empty or a
  ///   folder, and where the program that unpacks it is missing.
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
        // A file may be at any place already, if it is standard input.
        let place = Int(lseek(descriptor, 0, SEEK_CUR)) - found
        count = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) - max(0, place) : nil
      }
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  /// A warning about a file that was read all the same.
  var warning: String? { unpacking?.warning }

  deinit {
    guard let unpacking else {
      _ = close(descriptor)
      return
    }
    unpacking.stop()
  }

  /// Reads into a buffer from a place on, as much as there is room for or comes at once.
  /// - Returns: how many bytes; 0 at the end.
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

  /// Reads until the buffer is full or nothing comes any more.
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
  /// What it writes.
  let output: Int32
  private let process = Process()
  private let pipe = Pipe(), complaints = Pipe()
  private let said = Complaints()
  /// A warning about a file that was unpacked all the same.
  private(set) var warning: String?
  private let packing: Packing
  private let path: String

  /// Starts the program on an open file: given a path it would refuse links.
  /// - Throws: `RequestFormatError` where it is not to be found, and for standard input and pipes,
  ///   of which the first bytes are gone.
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
    // What is written to by the program alone ends when it does.
    try? pipe.fileHandleForWriting.close()
    try? complaints.fileHandleForWriting.close()
    said.collect(from: complaints.fileHandleForReading)
  }

  /// Waits for its end after its last byte.
  /// - Throws: `RequestFormatError.damaged` if it could not unpack everything.
  func finish() throws(RequestFormatError) {
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    if packing == .gzip, process.terminationStatus == Self.gzipWarning {
      warning = "'\(path)' has more bytes behind its end, which gzip leaves out"
      return
    }
    let sentence =
      said.text.split(separator: "\n").first.map { "\(ClippedText($0))" }
      ?? "status \(process.terminationStatus)"
    throw .damaged(file: path, program: packing.program, complaint: sentence)
  }

  /// The status of a gzip that has unpacked everything and found something odd.
  private static let gzipWarning: Int32 = 2

  /// Ends it, if nothing more is wanted of it.
  func stop() {
    try? pipe.fileHandleForReading.close()
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Where the shell would find a program.
  private static func find(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// The standard error of a program, read beside its output so that the program never blocks.
private final class Complaints: Sendable {
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

  /// The beginning of it, once the program has ended; what it has left behind may hold its standard
  /// error open.
  var text: String {
    _ = ended.wait(timeout: .now() + 1)
    return bytes.withLock { String(decoding: $0, as: UTF8.self) }
  }
}

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

  /// Returns another compression by the first bytes of a file.
  ///
  /// xz begins with FD 37 7A 58 (The .xz File Format, 2.1.1.1), bzip2 with `BZh`, lz4 with 04 22 4D 18.
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
