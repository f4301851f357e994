import BasicContainers
package import ScrollCore
import ScrollDevice

/// The downloads of the app: connections, the rate limit, and failures.
struct Downloads: ~Copyable {
  /// The consecutive failed downloads of one key.
  ///
  /// The type is not private, because the compiler (Swift 6.3) crashes on a private type here in a
  /// debug build.
  struct Failures {
    var count: UInt8 = 0
    /// The time at which the next download of the key may begin.
    var retryAt: Int64 = 0
  }

  private var network: NetworkTier
  private var tokens: TokenBucket?
  /// A Boolean value that indicates whether an event is scheduled that starts waiting downloads
  /// when there is a token.
  private var awaitsToken = false
  private var loadOfConnection: Table<NetworkTransfer, LoadIndex>
  private var failures: Table<Key, Failures>
  private var failureCount = 0
  /// The number of finished downloads, their bytes, and the bytes of downloads that did not finish.
  private var count = 0, bytes = ByteCount.zero, wastedBytes = ByteCount.zero
  /// The time that the main thread waited for its own downloads.
  private var waited = SimTime.zero

  /// Returns a copy that shares no state.
  func copy() -> Downloads {
    Downloads(
      network: network.copy(), tokens: tokens, awaitsToken: awaitsToken,
      loadOfConnection: loadOfConnection.copy(), failures: failures.copy(),
      failureCount: failureCount, count: count, bytes: bytes, wastedBytes: wastedBytes,
      waited: waited)
  }
}

extension Downloads {
  init(_ prepared: PreparedScenario, seed: UInt64) {
    let loader = prepared.scenario.loader
    var profile = prepared.scenario.network
    if loader.connections > 0 {
      profile.connections = min(profile.connections, loader.connections)
    }
    network = NetworkTier(profile, random: SeededRandom(seed: seed))
    loadOfConnection = Table(repeating: .none, count: profile.connections)
    failures = Table(
      repeating: Failures(), count: prepared.works.areAllLocal ? 0 : prepared.keys.count)
    tokens =
      loader.rateLimit > 0
      ? TokenBucket(rate: loader.rateLimit, burst: loader.rateBurst) : nil
  }

  var isOnline: Bool { network.isOnline }
  var hasFreeConnection: Bool { network.freeConnections > 0 }
  /// The next time at which a transfer may end.
  var nextTime: SimTime { network.nextTime }

  // MARK: Transfers

  /// Starts a transfer for a load and returns its connection.
  mutating func start(_ load: LoadIndex, bytes: Int, at time: SimTime) -> ConnectionIndex {
    let connection = ConnectionIndex(network.start(bytes: bytes, at: time))
    loadOfConnection[connection] = load
    return connection
  }

  mutating func advance(to time: SimTime) { network.advance(to: time) }

  /// Removes the next transfer that has ended and returns it with its load.
  mutating func popCompletion() -> (LoadIndex, TransferCompletion)? {
    guard let completion = network.popCompletion() else { return nil }
    let connection = ConnectionIndex(completion.slot)
    defer { loadOfConnection[connection] = .none }
    if completion.outcome == .finished {
      didDownload(completion.bytes)
    } else {
      wastedBytes += ByteCount(completion.bytes)
    }
    return (loadOfConnection[connection], completion)
  }

  /// Cancels a transfer; the bytes that have arrived are wasted.
  mutating func cancel(_ connection: ConnectionIndex, at time: SimTime) {
    wastedBytes += ByteCount(network.cancel(connection.position, at: time))
    loadOfConnection[connection] = .none
  }

  /// Cancels all transfers at the end of the run.
  mutating func cancelAll(at time: SimTime) {
    for connection in loadOfConnection.indices where loadOfConnection[connection] != .none {
      cancel(connection, at: time)
    }
  }

  /// Downloads bytes on the main thread; returns the time that the main thread waits, and the
  /// outcome.
  mutating func waitAlone(forBytes bytes: Int) -> (SimTime, TransferOutcome) {
    let (wait, outcome) = network.waitAlone(forBytes: bytes)
    waited += wait
    if outcome == .finished { didDownload(bytes) }
    return (wait, outcome)
  }

  private mutating func didDownload(_ bytes: Int) {
    count += 1
    self.bytes += ByteCount(bytes)
  }

  mutating func change(to profile: NetworkProfile, at time: SimTime) {
    network.change(to: profile, at: time)
  }

  mutating func goOffline(at time: SimTime) { network.goOffline(at: time) }
  mutating func goOnline() { network.goOnline() }

  // MARK: The rate limit

  /// Takes a token for a download, if the rate limit allows one.
  ///
  /// - Returns: `isFree`, which is `true` if a download may begin; and `wake`, the time at which
  ///   the caller must schedule another try, or `nil` if it need not.
  mutating func takeToken(at time: SimTime) -> (isFree: Bool, wake: SimTime?) {
    guard let isFree = tokens?.take(at: time) else { return (true, nil) }
    guard !isFree, !awaitsToken else { return (isFree, nil) }
    awaitsToken = true
    return (false, tokens?.nextTime(at: time))
  }

  /// Records that the scheduled event has come.
  mutating func didWake() { awaitsToken = false }

  // MARK: Failures

  /// Returns a Boolean value that indicates whether the last download of a key failed.
  func hasFailed(_ key: KeyIndex) -> Bool { failures.count > 0 && failures[key].count > 0 }

  /// Returns the time before which no download of a key begins; `nil` if one may begin now.
  func backOff(_ key: KeyIndex, at time: SimTime) -> Int64? {
    guard hasFailed(key), failures[key].retryAt > time.nanoseconds else { return nil }
    return failures[key].retryAt
  }

  /// Resets the failures of a key, because a download of it finished.
  mutating func didFetch(_ key: KeyIndex) { failures[key].count = 0 }

  /// Records a failed download of a key.
  ///
  /// The next download may begin after the back-off. Each consecutive failure doubles the back-off,
  /// up to one minute, or up to the initial back-off if that is longer than a minute.
  mutating func didFail(_ key: KeyIndex, backOff: Double, at time: SimTime) {
    let before = failures[key].count
    let wait = min(backOff * Double(1 << min(20, Int(before))), max(60, backOff))
    failures[key].count = before == .max ? .max : before + 1
    failures[key].retryAt = (time + SimTime(seconds: wait)).nanoseconds
    failureCount += 1
  }

  /// Forgets all failures, because the process has ended.
  mutating func endProcess() {
    awaitsToken = false
    for key in failures.indices { failures[key].count = 0 }
  }

  /// Writes the figures to a report.
  func report(into work: inout RunReport.Work) {
    work.downloads = count
    work.bytesDownloaded = bytes
    work.failures = failureCount
    work.wastedBytes = wastedBytes
    work.radioActive = waited + network.activeTime
  }
}

/// A bucket of tokens that fills at a steady rate and limits the number of loads that start.
///
/// The bucket is full at first, holds `burst` tokens and gains `rate` of them per second; each
/// start takes one. Nuke limits its loads in this way, with 80 per second and a burst of 25
/// (`RateLimiter`, Nuke 9 to 13). Nuke checks waiting loads again after 15 to 100 ms. The
/// simulation checks them at the exact nanosecond at which the next token is complete (`nextTime`).
///
/// The arithmetic is exact: a token consists of 10^9 parts, and the bucket gains `rate` parts in
/// every nanosecond.
package struct TokenBucket: Sendable, Equatable {
  /// The tokens gained per second.
  let rate: Int
  /// The greatest number of tokens.
  let burst: Int

  private static let token: Int64 = 1_000_000_000

  /// The number of parts (billionths of a token) in the bucket at the time `updated`.
  private var level: Int64
  private var updated = SimTime.zero

  /// Creates a full bucket.
  /// - Precondition: `rate` and `burst` are positive, and `burst` is at most 10^9.
  package init(rate: Int = 80, burst: Int = 25) {
    precondition(rate > 0, "a rate of \(rate) tokens per second")
    precondition(1...1_000_000_000 ~= burst, "a bucket for \(burst) tokens")
    self.rate = rate
    self.burst = burst
    level = Int64(burst) * Self.token
  }

  /// Takes a token and returns `true`, if there is one.
  /// - Precondition: `time` is not before that of the last call.
  package mutating func take(at time: SimTime) -> Bool {
    precondition(time >= updated, "\(time) is before \(updated)")
    level = level(at: time)
    updated = time
    guard level >= Self.token else { return false }
    level -= Self.token
    return true
  }

  /// Returns the first moment at or after `time` at which there is a token, if no token is taken
  /// until then.
  package func nextTime(at time: SimTime) -> SimTime {
    let missing = Self.token - level(at: time)
    guard missing > 0 else { return time }
    let wait = (missing + Int64(rate) - 1) / Int64(rate)
    return SimTime(nanoseconds: time.nanoseconds + wait)
  }

  private func level(at time: SimTime) -> Int64 {
    let (gain, isHuge) = (time - updated).nanoseconds.multipliedReportingOverflow(by: Int64(rate))
    let full = Int64(burst) * Self.token
    return isHuge || gain > full - level ? full : level + gain
  }
}
