import ScrollCore

extension LRUKPolicy {
  static let descriptor = PolicyDescriptor(
    "lru-k", "Gives up the image whose K-th last reference is longest ago.",
    settings: [
      Setting("k", .integer(1...16), standard: "2", "Which reference counts; 1 is the last."),
      Setting(
        "correlatedPeriod", .integer(0...1_000_000_000), standard: "0",
        "Requests within which references to an image count as one; 0 is none."),
      Setting(
        "retained", .number(0...16), standard: "1",
        "How much is remembered of what was evicted, as a multiple of the capacity."),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Images with fewer than K references go first; of those, and in ties, the least recently \
        used. References survive eviction for as many bytes as the capacity. O'Neil, O'Neil, \
        Weikum, SIGMOD 1993; not checked against an implementation by its authors.
        """)
  ) {
    LRUKPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity, k: $0.settings.integer("k"),
      correlatedPeriod: $0.settings.integer("correlatedPeriod"),
      retained: $0.settings.number("retained"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
