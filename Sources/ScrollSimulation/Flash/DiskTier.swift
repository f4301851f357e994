import BasicContainers
import ScrollCaching
package import ScrollCore

/// An app's own disk cache of encoded files, with their versions.
///
/// Only sweeps remove files (`DiskRules.sweeps`). A sweep first removes the files that are older
/// than the age limit. Then, if the remaining files exceed the byte limit, it removes the least
/// recently accessed files until the share `trimsTo` of the limit is left. Between sweeps a cache
/// may be far over its limit, as the libraries' caches are. Look-ups do not find a file that is too
/// old, but the file occupies space until the next sweep. A look-up that finds nothing changes
/// nothing.
///
/// The cache keeps the times of the last access and of the last store of each file; storing counts
/// as an access. If a sweep is due at the moment of a store or a read, the sweep comes first. The
/// contents survive a relaunch because the cache's owner keeps the cache.
///
/// - Complexity: O(1) per method, plus the files that a sweep removes; allocates nothing after
///   `init`.
package struct DiskTier: ~Copyable {
  let rules: DiskRules
  package private(set) var bytes = ByteCount.zero
  package private(set) var count = 0
  package private(set) var sweeps = 0
  /// The number of files that sweeps removed for their age and for their size.
  package private(set) var expiredFiles = 0, trimmedFiles = 0
  package private(set) var trimmedBytes = ByteCount.zero
  package private(set) var refusedFiles = 0

  private struct File {
    /// The length in bytes; below zero for a file that is not in the cache.
    var length = -1
    var version: Int32 = 0
    var stored = SimTime.zero, read = SimTime.zero
  }

  private var files: RigidArray<File>
  private var byAccess: ItemList
  /// The files in the order of their last store; kept only if ages count from the last store.
  private var byStoring: ItemList
  private let trimmed: ByteCount?
  private var nextSweep = SimTime.never

  /// Returns a copy that shares no state.
  func copy() -> DiskTier {
    DiskTier(
      rules: rules, bytes: bytes, count: count, sweeps: sweeps, expiredFiles: expiredFiles,
      trimmedFiles: trimmedFiles, trimmedBytes: trimmedBytes, refusedFiles: refusedFiles,
      files: files.clone(), byAccess: byAccess.copy(), byStoring: byStoring.copy(),
      trimmed: trimmed, nextSweep: nextSweep)
  }
}

extension DiskTier {
  /// Creates an empty cache.
  /// - Parameters:
  ///   - fileCount: the number of files, which are `0..<fileCount`.
  ///   - rules: the limits and sweeps.
  package init(fileCount: Int, rules: DiskRules) {
    self.rules = rules
    files = RigidArray(repeating: File(), count: fileCount)
    byAccess = ItemList(imageCount: fileCount)
    byStoring = ItemList(imageCount: rules.ageCountsFrom == .storing ? fileCount : 0)
    trimmed = rules.trimmedBytes
    if case .every(let interval) = rules.sweeps { nextSweep = interval }
  }

  /// Returns a Boolean value that indicates whether a file is in the cache and not too old.
  package func contains(_ file: ImageID, at time: SimTime) -> Bool {
    let entry = files[Int(file.index)]
    return entry.length >= 0 && !isExpired(entry, at: time)
  }

  /// Looks up a file in order to read it, which makes it the most recently accessed.
  /// - Returns: `true` if it is in the cache.
  package mutating func read(_ file: ImageID, at time: SimTime) -> Bool {
    timePassed(to: time)
    guard contains(file, at: time) else { return false }
    files[Int(file.index)].read = time
    byAccess.moveToNewest(file)
    return true
  }

  /// Writes a file and replaces an older one.
  /// - Returns: `true` if the cache keeps the file. The cache refuses a file that the rules do not
  ///   accept, and then removes the older one, too. A sweep may remove a file that is larger than
  ///   the limit at once.
  package mutating func store(
    _ file: ImageID, bytes length: ByteCount, version: Int32, at time: SimTime
  ) -> Bool {
    precondition(length >= .zero, "a file of \(length)")
    timePassed(to: time)
    remove(file)
    guard rules.accepts(length) else {
      refusedFiles += 1
      return false
    }
    files[Int(file.index)] = File(
      length: length.bytes, version: version, stored: time, read: time)
    byAccess.append(file)
    if rules.ageCountsFrom == .storing { byStoring.append(file) }
    bytes += length
    count += 1
    if rules.sweeps == .always { sweep(at: time) }
    return files[Int(file.index)].length >= 0
  }

  /// Returns the version of a stored file, even if the file is too old; `nil` if the file is not in
  /// the cache.
  package func version(of file: ImageID) -> Int32? {
    let entry = files[Int(file.index)]
    return entry.length >= 0 ? entry.version : nil
  }

  /// Returns the length of a file; `nil` if it is not in the cache.
  package func length(of file: ImageID) -> ByteCount? {
    let entry = files[Int(file.index)]
    return entry.length >= 0 ? ByteCount(entry.length) : nil
  }

  /// Deletes a file if it is in the cache.
  package mutating func remove(_ file: ImageID) {
    let length = files[Int(file.index)].length
    guard length >= 0 else { return }
    files[Int(file.index)].length = -1
    byAccess.remove(file)
    if rules.ageCountsFrom == .storing { byStoring.remove(file) }
    bytes -= ByteCount(length)
    count -= 1
  }

  /// Makes the sweeps that are due by now.
  ///
  /// If several sweeps are due, the first of them trims the cache to its size. Nothing is stored
  /// between these sweeps. So the others can only remove files that became too old, and it is
  /// enough to make the last of them.
  package mutating func timePassed(to time: SimTime) {
    guard nextSweep <= time, case .every(let interval) = rules.sweeps else { return }
    sweep(at: nextSweep)
    let passed = (time - nextSweep).nanoseconds / interval.nanoseconds
    if passed > 0 {
      nextSweep = SimTime(nanoseconds: nextSweep.nanoseconds + passed * interval.nanoseconds)
      sweeps += Int(passed) - 1
      sweep(at: nextSweep)
    }
    nextSweep += interval
  }

  /// Makes a sweep if the rules want one when the app enters the background.
  package mutating func didEnterBackground(at time: SimTime) {
    timePassed(to: time)
    if rules.sweeps == .onBackground { sweep(at: time) }
  }

  private func isExpired(_ entry: File, at time: SimTime) -> Bool {
    guard let ageLimit = rules.ageLimit else { return false }
    return time - (rules.ageCountsFrom == .storing ? entry.stored : entry.read) > ageLimit
  }

  private mutating func sweep(at time: SimTime) {
    sweeps += 1
    if rules.ageLimit != nil {
      while let oldest = rules.ageCountsFrom == .storing ? byStoring.oldest() : byAccess.oldest(),
        isExpired(files[Int(oldest.index)], at: time)
      {
        remove(oldest)
        expiredFiles += 1
      }
    }
    guard let limit = rules.limit, let trimmed, bytes > limit else { return }
    while bytes > trimmed, let oldest = byAccess.oldest() {
      trimmedFiles += 1
      trimmedBytes += ByteCount(files[Int(oldest.index)].length)
      remove(oldest)
    }
  }
}

/// The rules of an app's disk cache: its limits, and the time of its sweeps.
///
/// Beyond these rules the libraries hardly differ: SDWebImage and Kingfisher clean up when the app
/// enters the background and then trim to half of their limit; Nuke sweeps periodically and trims
/// to 70 %; PINCache trims at every store, to exactly its limit.
package struct DiskRules: Sendable, Equatable {
  /// The time at which a cache removes files that are too old or too many.
  package enum Sweeps: Sendable, Equatable {
    /// After every store.
    case always
    /// At every multiple of this time.
    case every(SimTime)
    /// When the app enters the background.
    case onBackground
  }

  /// The event from which an age counts.
  package enum AgeOrigin: String, Sendable, CaseIterable {
    case lastAccess = "last-access"
    case storing
  }

  /// The byte limit; `nil` for none.
  package var limit: ByteCount?
  /// The share of the limit to which a sweep trims a cache that is over it, rounded down to a byte.
  package var trimsTo: Double
  /// The age above which a file is not found and is removed by the next sweep; `nil` for no limit.
  package var ageLimit: SimTime?
  package var ageCountsFrom: AgeOrigin
  package var sweeps: Sweeps
  /// The greatest size of a file as a share of the limit; larger files are not stored.
  ///
  /// With `nil` every file is stored, and a sweep removes a file larger than the limit at once.
  package var largest: Double?

  /// Creates rules.
  /// - Precondition: limit and ages are not negative, `trimsTo` and `largest` are shares, and a
  ///   sweep's interval is positive.
  package init(
    limit: ByteCount? = nil, trimsTo: Double = 1, ageLimit: SimTime? = nil,
    ageCountsFrom: AgeOrigin = .lastAccess, sweeps: Sweeps = .always,
    largest: Double? = nil
  ) {
    precondition(limit ?? .zero >= .zero, "a disk cache of \(limit ?? .zero)")
    precondition(0...1 ~= trimsTo, "a cache trimmed to \(trimsTo) of its limit")
    precondition(0...1 ~= largest ?? 1, "a file of \(largest ?? 1) of the limit")
    precondition(ageLimit ?? .zero >= .zero, "an age of \(ageLimit ?? .zero)")
    if case .every(let interval) = sweeps {
      precondition(interval > .zero, "a sweep every \(interval)")
    }
    self.limit = limit
    self.trimsTo = trimsTo
    self.ageLimit = ageLimit
    self.ageCountsFrom = ageCountsFrom
    self.sweeps = sweeps
    self.largest = largest
  }

  /// Returns a Boolean value that indicates whether a file of this length is stored.
  func accepts(_ length: ByteCount) -> Bool {
    guard let limit, let largest else { return true }
    return Double(length) <= Double(limit) * largest
  }

  /// The bytes to which a cache that is over its limit is trimmed.
  var trimmedBytes: ByteCount? {
    limit.map { ByteCount(count: Int64((Double($0) * trimsTo).rounded(.down))) }
  }
}
