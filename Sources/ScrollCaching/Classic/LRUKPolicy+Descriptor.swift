import ScrollCore

extension LRUKPolicy {
  static let descriptor = PolicyDescriptor(
    "lru-k", "Evicts the image whose K-th last reference is the oldest.",
    settings: [
      Setting("k", .integer(1...16), standard: "2", "Which reference counts; 1 is the last."),
      Setting(
        "correlatedPeriod", .integer(0...1_000_000_000), standard: "0",
        "Requests within which references to an image count as one; 0 is none."),
      Setting(
        "retained", .number(0...16), standard: "1",
        "Size of the history of evicted images, as a multiple of the capacity."),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        O'Neil, O'Neil, Weikum, SIGMOD 1993; not checked against an implementation by its authors.
        """, claims: [.standard, .reusesIDs])
  ) {
    LRUKPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity, k: $0.settings.integer("k"),
      correlatedPeriod: $0.settings.integer("correlatedPeriod"),
      retained: $0.settings.number("retained"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
