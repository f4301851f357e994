import ScrollCore

extension LIRSPolicy {
  static let descriptor = PolicyDescriptor(
    "lirs", "Evicts the image with the longest gap between uses, not the one used longest ago.",
    settings: [
      Setting(
        "hirShare", .number(0.0001...0.5), standard: "0.01",
        "What the cold residents may weigh, as a share of the capacity; at least 1."),
      Setting(
        "accounting", .choice(Accounting.allCases.map { $0.rawValue }), standard: "libcachesim",
        """
        How replay counts. libcachesim: an image that comes back is charged its old weight, and \
        one that its own hit pushed out is found once more. strict: only what is resident is \
        found, at its cost. A run is always strict.
        """),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Jiang, Zhang, SIGMETRICS 2002; the details that the paper leaves open are those of \
        libCacheSim. Where bytes count it stores nothing of equal images until a hundred fit.
        """,
      refusal: RefusalRule(
        """
        refuses what is larger than the share of the cold (hirShare) or of the hot images, \
        unless it is remembered as smaller
        """
      ) { cost, capacity in
        if cost > capacity { return true }
        let least = max(1, Int(Double(capacity) * 0.0001))
        return cost <= min(least, capacity - max(1, capacity / 2)) ? false : nil
      },
      smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, countsImages in
        countsImages ? 2 : max(2, Int((1 / settings.number("hirShare")).rounded(.up)))
      }, claims: .standard.union(.reusesIDs))
  ) {
    LIRSPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      hirShare: $0.settings.number("hirShare"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
  .imitating(where: { $0["accounting"] == Accounting.libcachesim.rawValue }) { stream, setup in
    var cache = LibCacheSimLIRS(setup)
    return cache.replay(stream)
  }

  /// How a replay counts.
  private enum Accounting: String, CaseIterable { case libcachesim, strict }
}
