import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps

/// The misses of a policy above the fewest possible; all properties are `nil` if nothing bounds the
/// policy.
struct Regret: Encodable {
  @OrNull var bound: String?
  @OrNull var leastMisses: Int?
  @OrNull var misses: Int?
  @OrNull var leastBytesMissed: Int?
  @OrNull var bytesMissed: Int?

  /// Creates the misses above a bound.
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
/// Equal sizes: `belady` bounds caches that store every miss, `min-bypass` all caches. Unequal
/// sizes: `pfoo-l` bounds all caches. A cache that exceeds its limit has no bound.
enum LeastMisses {
  /// A bound and its figures; bytes equal misses where images are counted.
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

    /// Returns the bound of a policy in a replay, which pins nothing; `nil` if nothing bounds it.
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
