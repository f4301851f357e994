import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps

/// The number of misses by which a policy exceeds the lower bound.
///
/// All properties are `nil` if no bound applies to the policy.
struct Regret: Encodable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?
  @OrNull var leastBytesMissed: Int?
  @OrNull var bytesMissed: Int?

  /// Creates the regret of a policy with these misses.
  init(_ bound: LeastMisses.Bound?, misses: Int, bytesMissed: Int) {
    self.bound = bound?.name
    leastMisses = bound?.misses
    self.misses = bound.map { misses - $0.misses }
    leastBytesMissed = bound?.bytesMissed
    self.bytesMissed = bound.map { bytesMissed - $0.bytesMissed }
  }

  static func columns(hasBytes: Bool) -> [Table.Column] {
    [.left("bound"), .right("least misses"), .right("regret")]
      + (hasBytes ? [.right("least bytes"), .right("byte regret")] : [])
  }

  func cells(hasBytes: Bool) -> [String] {
    let figures = [leastMisses, misses] + (hasBytes ? [leastBytesMissed, bytesMissed] : [])
    return [bound ?? "-"] + figures.map { $0.map(String.init) ?? "-" }
  }
}

/// The fewest possible misses at one capacity, and the caches to which the bound applies.
///
/// If all images have one size, `belady` is the bound for caches that store every miss, and
/// `min-bypass` the bound for all caches. If sizes differ, `pfoo-l` is the bound for all caches. No
/// bound applies to a cache that exceeds its limit.
enum LeastMisses {
  /// A bound, in misses and in missed bytes.
  ///
  /// The two are equal if images are counted.
  struct Bound: Sendable {
    let name: String
    let misses: Int, bytesMissed: Int
  }

  /// The bounds of a stream at a capacity.
  struct Bounds: Sendable {
    /// The bound for all caches that keep their limit.
    let general: Bound
    /// The bound for caches that also store every miss.
    let storing: Bound

    /// Computes the bounds of a stream, whose sizes are in the unit of the capacity.
    init(_ stream: RequestStream, capacity: Int) {
      guard let room = EqualSizes(stream)?.count(in: capacity) else {
        let bound = Bound(
          name: "pfoo-l", misses: PFOO.lower(stream, capacity: capacity),
          bytesMissed: PFOO.lower(stream, capacity: capacity, cost: .bytes))
        (general, storing) = (bound, bound)
        return
      }
      let size = stream.sizes?.first ?? 1
      func bound(_ name: String, _ misses: Int) -> Bound {
        Bound(name: name, misses: misses, bytesMissed: misses * size)
      }
      general = bound("min-bypass", MinBypass.misses(stream, capacity: room))
      storing = bound("belady", MIN.misses(stream, capacity: room))
    }

    /// Returns the bound for a policy in a replay, where no image is pinned; `nil` if no bound
    /// applies.
    func bound(of policy: Choice<PolicyDescriptor>, capacity: Int, size: Int) -> Bound? {
      let facts = policy.entry.facts
      guard [.always, .apartFromPinned, .afterStores].contains(facts.limits) else { return nil }
      let alwaysStores =
        facts.claims.contains(.keepsNewcomers)
        && facts.refusal.refuses(size, capacity, policy.settings) != nil
      return alwaysStores ? storing : general
    }
  }
}
