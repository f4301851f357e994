import Foundation

/// The probes of a machine, with the files and the memory that they use.
struct MachineProbes {
  static let fileSizes = [16 << 10, 128 << 10, 1 << 20, 8 << 20]
  static let bitmapSizes = [1 << 20, 4 << 20, 16 << 20]

  let probes: [MachineProbe]
  /// The reason why cold reads are not possible; `nil` if they are possible.
  let noColdReads: String?

  /// Creates the probes.
  /// - Parameter folder: The folder for the files.
  /// - Throws: `CommandError` if there is no space for files or memory.
  init(folder: String) throws(CommandError) {
    let ring = try MemoryRing()
    var probes: [MachineProbe] = []
    var hasColdReads = true
    for size in Self.fileSizes {
      let (cold, warm) = (
        try NamelessFile(bytes: size, in: folder), try NamelessFile(bytes: size, in: folder)
      )
      if cold.forget() {
        probes.append(Self.read(.coldRead, cold, ring) { cold.forget() })
      } else {
        hasColdReads = false
      }
      warm.read(into: ring.next(size))
      probes.append(Self.read(.warmRead, warm, ring) { true })
    }
    for size in Self.bitmapSizes {
      probes.append(Self.copy(.redraw, size, ring, Bitmap.redraw))
      probes.append(Self.copy(.upload, size, ring, Bitmap.upload))
      probes.append(try Self.firstTouch(size))
    }
    probes.append(try Self.decode())
    // A latency can be distinguished from a bandwidth only with measurements of all sizes.
    self.probes = hasColdReads ? probes : probes.filter { $0.kind != .coldRead }
    noColdReads =
      hasColdReads
      ? nil : "cold reads cannot be measured in '\(folder)': the system keeps its files in memory"
  }

  private static func read(
    _ kind: MachineProbe.Kind, _ file: NamelessFile, _ ring: MemoryRing,
    prepare: @escaping () -> Bool
  ) -> MachineProbe {
    MachineProbe(kind: kind, bytes: file.bytes, prepare: prepare) {
      file.read(into: ring.next(file.bytes))
    }
  }

  private static func copy(
    _ kind: MachineProbe.Kind, _ size: Int, _ ring: MemoryRing,
    _ work: @escaping (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void
  ) -> MachineProbe {
    MachineProbe(kind: kind, bytes: size) {
      true
    } work: {
      work(ring.next(size), ring.next(size), size)
    }
  }

  private static func firstTouch(_ size: Int) throws(CommandError) -> MachineProbe {
    // The first memory is allocated here, so that a lack of memory is known at once.
    var fresh: MachineMemory? = try MachineMemory(bytes: size, isTouched: false)
    return MachineProbe(kind: .firstTouch, bytes: size) {
      fresh = nil
      fresh = try? MachineMemory(bytes: size, isTouched: false)
      return fresh != nil
    } work: {
      fresh?.touch()
    }
  }

  private static func decode() throws(CommandError) -> MachineProbe {
    let decoder = DecoderBox(try StandInDecode())
    return MachineProbe(kind: .decode, bytes: 4 << 20) {
      true
    } work: {
      decoder.decoder.decode()
    }
  }

  private final class DecoderBox {
    var decoder: StandInDecode

    init(_ decoder: consuming StandInDecode) { self.decoder = decoder }
  }
}

/// Memory that is used piece by piece, in a ring.
///
/// When a piece is used again, it is no longer in the processor's caches, like the bitmaps and
/// files of an app.
final class MemoryRing {
  static let bytes = 128 << 20
  private let memory: MachineMemory
  private var place = 0

  /// Allocates the memory.
  /// - Throws: `CommandError` with status 69 if there is no memory.
  init() throws(CommandError) { memory = try MachineMemory(bytes: Self.bytes) }

  /// Returns the next piece.
  func next(_ bytes: Int) -> UnsafeMutableRawPointer {
    if place + bytes > Self.bytes { place = 0 }
    defer { place += bytes }
    return memory.start + place
  }
}

/// A file of random bytes whose name has been removed, so that nothing remains after the process.
final class NamelessFile {
  let bytes: Int
  private let descriptor: Int32

  /// Creates a file in a folder.
  /// - Throws: `CommandError` with status 73 or 74 if it cannot be written there.
  init(bytes: Int, in folder: String) throws(CommandError) {
    self.bytes = bytes
    let path = folder + "/.scrollsim-\(getpid())"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Output.unwritable(path, errno) }
    unlink(path)
    var dice = SystemRandomNumberGenerator()
    var content: [UInt8] = []
    content.reserveCapacity(bytes + 8)
    while content.count < bytes {
      withUnsafeBytes(of: dice.next()) { content.append(contentsOf: $0) }
    }
    content.removeLast(content.count - bytes)
    if let code = writeAll(content, to: descriptor) ?? (fsync(descriptor) == 0 ? nil : errno) {
      throw CommandError(.inputOutput, "'\(folder)' cannot be written: \(Output.reason(code))")
    }
  }

  deinit { close(descriptor) }

  /// Reads the whole file.
  func read(into memory: UnsafeMutableRawPointer) {
    var place = 0
    while place < bytes {
      let count = pread(descriptor, memory + place, bytes - place, off_t(place))
      guard count > 0 else { return }
      place += count
    }
  }

  /// Removes the file's pages from the system's file cache.
  /// - Returns: `true` if the system reports no more pages of the file in memory.
  func forget() -> Bool {
    #if canImport(Darwin)
      return fcntl(descriptor, F_NOCACHE, 1) == 0
    #else
      // Bytes that have not been written yet would stay in the cache.
      guard fsync(descriptor) == 0,
        posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED)) == 0
      else { return false }
      return cachedPages == 0
    #endif
  }

  #if !canImport(Darwin)
    /// The number of the file's pages in memory.
    ///
    /// If it is not known, the value is greater than the number of all pages of the file.
    private var cachedPages: Int {
      let pages = (bytes + MachineMemory.pageSize - 1) / MachineMemory.pageSize
      let place = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0)
      guard let place, place != MAP_FAILED else { return pages + 1 }
      defer { munmap(place, bytes) }
      var flags = [UInt8](repeating: 0, count: pages)
      guard mincore(place, bytes, &flags) == 0 else { return pages + 1 }
      return flags.count { $0 & 1 == 1 }
    }
  #endif
}

/// Work on bitmaps of four bytes per pixel.
enum Bitmap {
  /// Copies a bitmap, like an upload to a graphics processor with shared memory.
  static func upload(
    _ source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer, bytes: Int
  ) {
    memcpy(destination, source, bytes)
  }

  /// Draws a bitmap into another one whose color channels have another order.
  static func redraw(
    _ source: UnsafeMutableRawPointer, into destination: UnsafeMutableRawPointer, bytes: Int
  ) {
    let count = bytes / 4
    let from = source.bindMemory(to: UInt32.self, capacity: count)
    let to = destination.bindMemory(to: UInt32.self, capacity: count)
    for pixel in 0..<count {
      let value = from[pixel]
      to[pixel] =
        value & 0xff00_ff00 | (value & 0x00ff_0000) >> 16 | (value & 0x0000_00ff) << 16
    }
  }
}

/// Work that is timed repeatedly.
struct MachineProbe {
  /// The kind of work.
  enum Kind: String, CaseIterable {
    case coldRead = "cold read"
    case warmRead = "warm read"
    case redraw
    case upload
    case firstTouch = "first touch"
    /// A stand-in for a decoder.
    case decode = "stand-in decode"
  }

  let kind: Kind
  /// The number of bytes that are read, written or touched.
  let bytes: Int
  /// Prepares the work, which does not count in its time; returns `true` if the work is possible.
  let prepare: () -> Bool
  let work: () -> Void
}

/// The times of one probe.
struct ProbeTimes {
  let kind: MachineProbe.Kind
  let bytes: Int
  /// The times with the other lanes idle, in the order of the rounds.
  var idle: [WorkTime] = []
  /// The times with the other lanes busy; empty if there is only one core.
  var busy: [WorkTime] = []
}

/// Memory in whole pages.
///
/// By default every page is touched when it is allocated.
final class MachineMemory {
  let bytes: Int
  let start: UnsafeMutableRawPointer

  static let pageSize = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Requests fresh pages, which no process has touched yet, from the system.
  /// - Throws: `CommandError` with status 69 if the system has no memory for them.
  init(bytes: Int, isTouched: Bool = true) throws(CommandError) {
    let place = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
    guard let place, place != MAP_FAILED else {
      throw CommandError(
        .unavailable,
        "--measure: the system refuses \(bytes) bytes of memory (\(Output.reason(errno))); "
          + "free that much and try again"
      )
    }
    (self.bytes, start) = (bytes, place)
    if isTouched { touch() }
  }

  deinit { munmap(start, bytes) }

  /// Writes one byte of each page.
  func touch() { Self.touch(start, bytes) }

  static func touch(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    for page in stride(from: 0, to: bytes, by: pageSize) {
      start.storeBytes(of: 1, toByteOffset: page, as: UInt8.self)
    }
  }

  #if canImport(Darwin)
    private static let anonymous = MAP_ANON
  #else
    private static let anonymous = Int32(MAP_ANONYMOUS)
  #endif
}

/// Work like that of a decoder, used where no decoder is available.
///
/// It computes inverse cosine transforms of 8x8 blocks in whole numbers and writes them into a
/// bitmap of 4 MiB. It serves only to compare a lane that works alone with lanes that work side by
/// side.
struct StandInDecode: ~Copyable {
  private static let side = 1024
  private let bitmap: MachineMemory
  private var block = [Int32](repeating: 0, count: 64)
  private var seed: UInt32 = 1

  init() throws(CommandError) {
    bitmap = try MachineMemory(bytes: Self.side * Self.side * 4)
  }

  /// Decodes one picture.
  mutating func decode() {
    let pixels = bitmap.start.bindMemory(to: UInt32.self, capacity: Self.side * Self.side)
    for row in stride(from: 0, to: Self.side, by: 8) {
      for column in stride(from: 0, to: Self.side, by: 8) {
        fillBlock()
        for line in 0..<8 { transform(line * 8, 1) }
        for line in 0..<8 { transform(line, 8) }
        for y in 0..<8 {
          for x in 0..<8 {
            let gray = UInt32(truncatingIfNeeded: block[y * 8 + x] >> 6) & 0xff
            pixels[(row + y) * Self.side + column + x] = gray &* 0x0101_0101
          }
        }
      }
    }
  }

  /// Fills a block with few coefficients that are not 0, as in a photo.
  private mutating func fillBlock() {
    for index in block.indices { block[index] = 0 }
    for _ in 0..<12 {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      block[Int(seed >> 26)] = Int32(truncatingIfNeeded: seed >> 8) & 0x1ff
    }
  }

  /// Transforms eight numbers in three passes of sums and differences (butterflies).
  private mutating func transform(_ start: Int, _ step: Int) {
    for distance in [4, 2, 1] {
      for index in 0..<8 where index & distance == 0 {
        let (low, high) = (start + index * step, start + (index + distance) * step)
        let (a, b) = (block[low], block[high])
        block[low] = a &+ b
        block[high] = (a &- b) &* 181 >> 8
      }
    }
  }
}
