import ScrollCore
import ScrollSimulation
import Testing

/// A disk cache against a list of files that is searched from end to end.
struct DiskTierDifferentialTests {
  struct Slow {
    struct File {
      var file: Int, length: Int, version: Int32
      var stored: Int64, read: Int64
    }

    let rules: DiskRules
    /// Oldest access first.
    var files: [File] = []
    var sweeps = 0, expired = 0, trimmed = 0, trimmedBytes = 0, refused = 0
    var swept: Int64 = 0

    init(_ rules: DiskRules) { self.rules = rules }

    var bytes: Int { files.reduce(0) { $0 + $1.length } }

    func isOld(_ file: File, _ now: Int64) -> Bool {
      guard let limit = rules.ageLimit?.nanoseconds else { return false }
      return now - (rules.ageCountsFrom == .storing ? file.stored : file.read) > limit
    }

    mutating func sweep(_ now: Int64) {
      sweeps += 1
      let count = files.count
      files = files.filter { !isOld($0, now) }
      expired += count - files.count
      guard let limit = rules.limit?.bytes, bytes > limit else { return }
      let most = Int((Double(limit) * rules.trimsTo).rounded(.down))
      while bytes > most {
        trimmed += 1
        trimmedBytes += files.removeFirst().length
      }
    }

    mutating func pass(_ now: Int64) {
      guard case .every(let interval) = rules.sweeps else { return }
      while swept + interval.nanoseconds <= now {
        swept += interval.nanoseconds
        sweep(swept)
      }
    }

    func contains(_ file: Int, _ now: Int64) -> Bool {
      files.contains { $0.file == file && !isOld($0, now) }
    }

    mutating func read(_ file: Int, _ now: Int64) -> Bool {
      pass(now)
      guard contains(file, now), let place = files.firstIndex(where: { $0.file == file }) else {
        return false
      }
      var entry = files.remove(at: place)
      entry.read = now
      files.append(entry)
      return true
    }

    mutating func store(_ file: Int, _ length: Int, _ version: Int32, _ now: Int64) -> Bool {
      pass(now)
      files.removeAll { $0.file == file }
      if let share = rules.largest, let limit = rules.limit,
        Double(length) > share * Double(limit.bytes)
      {
        refused += 1
        return false
      }
      files.append(File(file: file, length: length, version: version, stored: now, read: now))
      if rules.sweeps == .always { sweep(now) }
      return files.contains { $0.file == file }
    }
  }

  static func rules(_ dice: inout SeededRandom) -> DiskRules {
    DiskRules(
      limit: dice.chance(0.2) ? nil : ByteCount(dice.within(0...120)),
      trimsTo: [1, 0.7, 0.5, 0][dice.below(4)],
      ageLimit: dice.chance(0.4) ? nil : SimTime(nanoseconds: Int64(dice.below(400))),
      ageCountsFrom: dice.chance(0.5) ? .storing : .lastAccess,
      sweeps: [
        .always, .onBackground, .every(SimTime(nanoseconds: Int64(dice.within(1...300)))),
      ][dice.below(3)],
      largest: dice.chance(0.5) ? [1, 0.5, 0.05][dice.below(3)] : nil)
  }

  @Test(arguments: 1...150 as ClosedRange<UInt64>)
  func `files, versions and counts equal those of the list`(seed: UInt64) {
    var dice = SeededRandom(seed: seed)
    let rules = Self.rules(&dice)
    var disk = DiskTier(fileCount: 15, rules: rules)
    var slow = Slow(rules)
    var now: Int64 = 0
    for step in 0..<400 {
      now += Int64(dice.chance(0.05) ? dice.below(2000) : dice.below(25))
      let (file, time) = (dice.below(15), SimTime(nanoseconds: now))
      let say: Comment = "seed \(seed), step \(step), \(rules)"
      switch dice.below(10) {
      case 0...4:
        let (length, version) = (dice.below(50), Int32(dice.below(5)))
        let stored = disk.store(
          ImageID(file), bytes: ByteCount(length), version: version, at: time)
        #expect(stored == slow.store(file, length, version, now), say)
      case 5...7:
        let found = disk.read(ImageID(file), at: time)
        #expect(found == slow.read(file, now), say)
      case 8:
        disk.didEnterBackground(at: time)
        slow.pass(now)
        if rules.sweeps == .onBackground { slow.sweep(now) }
      default:
        disk.timePassed(to: time)
        slow.pass(now)
        if dice.chance(0.3) {
          disk.remove(ImageID(file))
          slow.files.removeAll { $0.file == file }
        }
      }
      let (bytes, count, sweeps) = (disk.bytes.bytes, disk.count, disk.sweeps)
      #expect(bytes == slow.bytes && count == slow.files.count && sweeps == slow.sweeps, say)
      let (expired, trimmed) = (disk.expiredFiles, disk.trimmedFiles)
      let (trimmedBytes, refused) = (disk.trimmedBytes.bytes, disk.refusedFiles)
      #expect(expired == slow.expired && trimmed == slow.trimmed, say)
      #expect(trimmedBytes == slow.trimmedBytes && refused == slow.refused, say)
      for file in 0..<15 {
        let (there, version) = (
          disk.contains(ImageID(file), at: time), disk.version(of: ImageID(file))
        )
        #expect(there == slow.contains(file, now), say)
        #expect(version == slow.files.first { $0.file == file }?.version, say)
      }
    }
  }
}
