import ScrollCore

extension TwoQPolicy {
  static let descriptor = PolicyDescriptor(
    "2q", "Evicts arrivals in order, and the least recently used of the images that came back.",
    settings: [
      Setting(
        "inShare", .number(0...1), standard: "0.25",
        "Share of the capacity for new images; the rest is for those that came back."),
      Setting(
        "outShare", .number(0...16), standard: "0.5",
        "How much is remembered of what left the arrivals, as a share of the capacity."),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Johnson, Shasha, VLDB 1994; sizes and the limit of the third queue as in libCacheSim.
        """,
      refusal: RefusalRule(
        "refuses images larger than the share of the arrivals (inShare of the capacity)"
      ) { cost, capacity, settings in
        cost > TwoQPolicy.share(settings.number("inShare"), of: capacity)
      },
      smallestUsefulCapacity: 4,
      smallestUsefulBy: { settings, _ in
        // From there on the arrivals have room for an image, and so has the rest.
        let share = settings.number("inShare")
        return Int(min(max(1, 1 / share, 1 / (1 - share)), 1e9).rounded(.up))
      }, claims: .standard.union(.reusesIDs))
  ) {
    TwoQPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      inShare: $0.settings.number("inShare"), outShare: $0.settings.number("outShare"),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
