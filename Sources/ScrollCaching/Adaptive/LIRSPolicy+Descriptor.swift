import ScrollCore

extension LIRSPolicy {
  static let descriptor = PolicyDescriptor(
    "lirs", "Gives up what comes back after the longest gap, not what was used longest ago.",
    settings: [
      Setting(
        "hirShare", .number(0.0001...0.5), standard: "0.01",
        "What the cold residents may weigh, as a share of the capacity; at least 1."),
      Setting(
        "accounting", .choice(Accounting.allCases.map(\.rawValue)), standard: "libcachesim",
        """
        How replay counts: as libcachesim, an image that comes back is charged what it weighed \
        when it left, and one that its own hit pushed out is found once more; strict, what is \
        there, at what it costs. A run is always strict.
        """),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Hot images keep 99 % of the room; a cold one becomes hot if it is used again sooner than \
        the oldest hot one, also after it left. Jiang, Zhang, SIGMETRICS 2002; the details that \
        the paper leaves open are those of libCacheSim. Where bytes count it stores nothing of \
        equal images until a hundred fit.
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
      smallestUsefulCapacity: 2)
  ) {
    LIRSPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      hirShare: $0.settings.number("hirShare"),
      accounting: $0.followsSimulators
        ? Accounting(rawValue: $0.settings["accounting"]) ?? .libcachesim : .strict,
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
