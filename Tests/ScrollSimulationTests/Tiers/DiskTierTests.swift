import ScrollCore
import ScrollSimulation
import Testing

/// Disk caches with the habits of the libraries.
struct DiskTierTests {
  static let second = SimTime(seconds: 1)

  static func store(
    _ files: [Int], bytes: Int = 10, in disk: inout DiskTier, at seconds: Double = 0
  ) -> [Bool] {
    files.map {
      disk.store(
        ImageID($0), bytes: ByteCount(bytes), version: 1, at: SimTime(seconds: seconds))
    }
  }

  static func files(_ disk: borrowing DiskTier, at seconds: Double = 0) -> [Int] {
    var files: [Int] = []
    for file in 0..<20 where disk.contains(ImageID(file), at: SimTime(seconds: seconds)) {
      files.append(file)
    }
    return files
  }

  @Test func `the background trims to half of the limit by last read`() {
    // SDWebImage and Kingfisher.
    var disk = DiskTier(
      fileCount: 20, rules: DiskRules(limit: ByteCount(60), trimsTo: 0.5, sweeps: .onBackground))
    _ = Self.store(Array(0..<8), in: &disk)
    #expect(Self.files(disk) == Array(0..<8))
    _ = disk.read(ImageID(1), at: .ms(1))
    disk.didEnterBackground(at: .ms(2))
    #expect(Self.files(disk) == [1, 6, 7])
    let (trimmed, bytes) = (disk.trimmedFiles, disk.trimmedBytes)
    #expect(trimmed == 5 && bytes == ByteCount(50))
    // At the limit nothing is done.
    _ = Self.store([0, 2, 3], in: &disk)
    disk.didEnterBackground(at: .ms(3))
    #expect(Self.files(disk) == [0, 1, 2, 3, 6, 7])
  }

  @Test func `a sweep every half hour trims to 70 % of the limit`() {
    // Nuke.
    var disk = DiskTier(
      fileCount: 20,
      rules: DiskRules(
        limit: ByteCount(105), trimsTo: 0.7, sweeps: .every(SimTime(seconds: 1800))))
    _ = Self.store(Array(0..<11), in: &disk)
    disk.didEnterBackground(at: .ms(3))
    disk.timePassed(to: SimTime(seconds: 1799.9))
    #expect(Self.files(disk).count == 11)
    disk.timePassed(to: SimTime(seconds: 1800))
    #expect(Self.files(disk) == Array(4..<11))  // 73.5 bytes
  }

  @Test func `every store trims to the limit`() {
    // PINCache.
    var disk = DiskTier(
      fileCount: 20, rules: DiskRules(limit: ByteCount(30), largest: 1))
    let stored = Self.store(Array(0..<5), in: &disk)
    #expect(stored == Array(repeating: true, count: 5))
    #expect(Self.files(disk) == [2, 3, 4])
    let oversized = Self.store([3], bytes: 31, in: &disk)
    #expect(oversized == [false])
    #expect(Self.files(disk) == [2, 4])
    let refused = disk.refusedFiles
    #expect(refused == 1)
  }

  @Test func `a file larger than its share of the limit is refused, and evicts nothing`() {
    // URLCache: a response of at most a twentieth.
    var disk = DiskTier(fileCount: 20, rules: DiskRules(limit: ByteCount(200), largest: 0.05))
    let stored = Self.store([0, 1], bytes: 10, in: &disk) + Self.store([2], bytes: 11, in: &disk)
    #expect(stored == [true, true, false])
    #expect(Self.files(disk) == [0, 1])
  }

  @Test func `a sweep removes an oversized file from a cache that accepts it`() {
    var disk = DiskTier(fileCount: 20, rules: DiskRules(limit: ByteCount(30)))
    _ = Self.store([0], in: &disk)
    let stored = Self.store([1], bytes: 31, in: &disk)
    #expect(stored == [false])
    #expect(Self.files(disk).isEmpty)
  }

  @Test(arguments: [DiskRules.AgeOrigin.lastAccess, .storing])
  func `an expired file is not found, and occupies space until the sweep`(
    origin: DiskRules.AgeOrigin
  ) {
    var disk = DiskTier(
      fileCount: 20,
      rules: DiskRules(
        ageLimit: SimTime(seconds: 10), ageCountsFrom: origin, sweeps: .onBackground))
    _ = Self.store([0, 1], in: &disk)
    _ = disk.read(ImageID(1), at: SimTime(seconds: 5))
    let fresh = disk.contains(ImageID(0), at: SimTime(seconds: 10))
    #expect(fresh)
    let isFromAccess = origin == .lastAccess
    #expect(Self.files(disk, at: 10.000000001) == (isFromAccess ? [1] : []))
    let found = disk.read(ImageID(1), at: SimTime(seconds: 12))
    #expect(found == isFromAccess)
    var bytes = disk.bytes
    #expect(bytes == ByteCount(20))
    disk.didEnterBackground(at: SimTime(seconds: 12))
    bytes = disk.bytes
    #expect(bytes == ByteCount(isFromAccess ? 10 : 0))
    let expired = disk.expiredFiles
    #expect(expired == (isFromAccess ? 1 : 2))
  }

  @Test func `a store replaces the older file and its version`() {
    var disk = DiskTier(fileCount: 2, rules: DiskRules())
    _ = disk.store(ImageID(0), bytes: ByteCount(10), version: 1, at: .zero)
    _ = disk.store(ImageID(0), bytes: ByteCount(25), version: 2, at: .zero)
    let (version, length) = (disk.version(of: ImageID(0)), disk.length(of: ImageID(0)))
    let (bytes, count) = (disk.bytes, disk.count)
    #expect(version == 2 && length == ByteCount(25))
    #expect(bytes == ByteCount(25) && count == 1)
    disk.remove(ImageID(0))
    let gone = disk.version(of: ImageID(0))
    #expect(gone == nil)
  }
}
