/// A policy that both simulators have.
struct Competitor {
  enum Agreement: String {
    /// The same misses, to the last one.
    case exact
    /// The same rule but for ties, roundings or hashes.
    case near
  }

  /// As our command line takes it.
  let name: String
  /// The class of the other simulator.
  let other: String
  let agreement: Agreement

  init(_ name: String, _ other: String, _ agreement: Agreement = .exact) {
    self.name = name
    self.other = other
    self.agreement = agreement
  }

  static let all = [
    Competitor("lru", "LRU"),
    Competitor("fifo", "FIFO"),
    Competitor("clock", "Clock"),
    Competitor("sieve", "Sieve"),
    // Newer versions let images enter the main queue as soon as the small one is full.
    Competitor("s3fifo:coldStart=main", "S3FIFO"),
    Competitor("arc", "ARC"),
    Competitor("lfu", "LFU"),
    // Equal priorities are ordered in another way.
    Competitor("gdsf", "GDSF", .near),
    Competitor("slru", "SLRU"),
    Competitor("2q", "TwoQ"),
    Competitor("lirs", "LIRS"),
    // Another hash under the sketch.
    Competitor("w-tinylfu", "WTinyLFU", .near),
    Competitor("belady", "Belady"),
  ]

  /// The name without settings.
  var policy: String { String(name.prefix { $0 != ":" }) }
}
