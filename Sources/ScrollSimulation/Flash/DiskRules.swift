package import ScrollCore

/// What an app's disk cache keeps, and when it looks.
///
/// The libraries differ in little else: SDWebImage and Kingfisher clean up when the app goes to
/// the background and then trim to half of their limit; Nuke sweeps every so often and trims to
/// 70 %; PINCache trims at every store, to just its limit.
package struct DiskRules: Sendable, Equatable {
  /// When a cache removes what is too old and what is too much.
  package enum Sweeps: Sendable, Equatable {
    /// After every store.
    case always
    /// At every multiple of this time.
    case every(SimTime)
    /// When the app goes to the background.
    case onBackground
  }

  /// Where an age counts from.
  package enum AgeOrigin: String, Sendable, CaseIterable {
    case lastAccess = "last-access"
    case storing
  }

  /// Nil for none.
  package var limit: ByteCount?
  /// The share of the limit to which a sweep trims a cache that is over it, rounded down to a
  /// byte.
  package var trimsTo: Double
  /// A file older than this is not found any more, and removed by the next sweep; nil for never.
  package var ageLimit: SimTime?
  package var ageCountsFrom: AgeOrigin
  package var sweeps: Sweeps
  /// Whether a file larger than the limit is not stored at all.
  package var refusesOversized: Bool

  /// Rules.
  /// - Precondition: limit and ages are not negative, `trimsTo` is a share, and a sweep's
  ///   interval is positive.
  package init(
    limit: ByteCount? = nil, trimsTo: Double = 1, ageLimit: SimTime? = nil,
    ageCountsFrom: AgeOrigin = .lastAccess, sweeps: Sweeps = .always,
    refusesOversized: Bool = false
  ) {
    precondition(limit ?? .zero >= .zero, "a disk cache of \(limit ?? .zero)")
    precondition(0...1 ~= trimsTo, "a cache trimmed to \(trimsTo) of its limit")
    precondition(ageLimit ?? .zero >= .zero, "an age of \(ageLimit ?? .zero)")
    if case .every(let interval) = sweeps {
      precondition(interval > .zero, "a sweep every \(interval)")
    }
    self.limit = limit
    self.trimsTo = trimsTo
    self.ageLimit = ageLimit
    self.ageCountsFrom = ageCountsFrom
    self.sweeps = sweeps
    self.refusesOversized = refusesOversized
  }

  /// What a cache that is over its limit is trimmed to, in bytes.
  var trimmedBytes: ByteCount? {
    limit.map { ByteCount(count: Int64((Double($0) * trimsTo).rounded(.down))) }
  }
}
