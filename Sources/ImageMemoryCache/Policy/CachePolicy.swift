public import ScrollCaching
import ScrollCore

/// A policy by its name and settings, as `--policy` takes it.
///
/// Use `.lru`, `CachePolicy("distance:lead=2")`, or a custom policy: `CachePolicy("mine", in:
/// .builtIn.adding(mine))`.
public struct CachePolicy: Sendable {
  /// The text as on the command line.
  public let text: String
  let catalog: PolicyCatalog

  /// Creates a policy from its text, which is checked when a cache is made with it.
  public init(_ text: String, in catalog: PolicyCatalog = .builtIn) {
    self.text = text
    self.catalog = catalog
  }

  /// Returns the policies of a catalog that a cache can use.
  ///
  /// They do not need to know the future, and evict as they did in the simulator although ids are
  /// reused.
  public static func all(in catalog: PolicyCatalog = .builtIn) -> [CachePolicy] {
    catalog.entries.filter { $0.reusesIDs }
      .map { CachePolicy($0.name, in: catalog) }
  }
}

/// The policies of the package by name, with their default settings.
extension CachePolicy {
  public static let fifo = CachePolicy("fifo")
  public static let lru = CachePolicy("lru")
  public static let clock = CachePolicy("clock")
  public static let lfu = CachePolicy("lfu")
  public static let mru = CachePolicy("mru")
  public static let random = CachePolicy("random")
  public static let lruK = CachePolicy("lru-k")
  public static let crLFU = CachePolicy("cr-lfu")
  public static let lfuDA = CachePolicy("lfu-da")
  public static let slru = CachePolicy("slru")
  public static let sfifo = CachePolicy("sfifo")
  public static let twoQ = CachePolicy("2q")
  public static let qdLP = CachePolicy("qd-lp")
  public static let sieve = CachePolicy("sieve")
  public static let s3fifo = CachePolicy("s3fifo")
  public static let arc = CachePolicy("arc")
  public static let lirs = CachePolicy("lirs")
  public static let car = CachePolicy("car")
  public static let clockPro = CachePolicy("clock-pro")
  public static let mq = CachePolicy("mq")
  public static let tinyLFU = CachePolicy("tinylfu")
  public static let wTinyLFU = CachePolicy("w-tinylfu")
  public static let lecar = CachePolicy("lecar")
  public static let cacheus = CachePolicy("cacheus")
  public static let gdsf = CachePolicy("gdsf")
  public static let size = CachePolicy("size")
  public static let gds = CachePolicy("gds")
  public static let landlord = CachePolicy("landlord")
  public static let camp = CachePolicy("camp")
  public static let hyperbolic = CachePolicy("hyperbolic")
  public static let lhd = CachePolicy("lhd")
  public static let adaptSize = CachePolicy("adaptsize")
  public static let aggregateDelay = CachePolicy("aggregate-delay")
  public static let distance = CachePolicy("distance")
  public static let distanceCost = CachePolicy("distance-cost")
  public static let distanceLead = CachePolicy("distance-lead")
  public static let viewportRing = CachePolicy("viewport-ring")
  public static let tileBins = CachePolicy("tile-bins")
  public static let timeToVisible = CachePolicy("time-to-visible")
  public static let expectedStall = CachePolicy("expected-stall")
  public static let viewedFirst = CachePolicy("viewed-first")

  /// Returns the policy that evicts the image with the highest score by a formula: `.score("idle *
  /// bytes")`.
  public static func score(_ formula: String) -> CachePolicy { CachePolicy("score: \(formula)") }
}
