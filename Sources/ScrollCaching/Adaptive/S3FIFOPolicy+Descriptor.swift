import ScrollCore

extension S3FIFOPolicy {
  static let descriptor = PolicyDescriptor(
    "s3fifo", "Evicts images early that are not used again soon after they were stored.",
    settings: [
      Setting(
        "coldStart", .choice(ColdStart.allCases.map { $0.rawValue }), standard: "small",
        "Which queue images enter that find the small one full before the first eviction."),
      Setting(
        "promotesAtFrequency", .integer(1...255), standard: "2",
        "Hits in the small queue from which on an image moves to main instead of leaving."),
      LargeImages.setting,
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Yang, Zhang, Qiu, Yue, Rashmi, SOSP 2023. The small queue has 10 % of the room, or \
        holds the one image that enters it.
        """,
      refusal: QueueShares.refusal, smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, _ in QueueShares.smallestUseful(settings) },
      claims: .standard.union(.reusesIDs))
  ) {
    S3FIFOPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      coldStart: ColdStart(rawValue: $0.settings["coldStart"]) ?? .small,
      promotesAtFrequency: $0.settings.integer("promotesAtFrequency"),
      refusesLarge: LargeImages.areRefused($0.settings),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
