import ScrollCore

extension QDLPPolicy {
  static let descriptor = PolicyDescriptor(
    "qd-lp", "Evicts images early that are not used again, and the rest by a clock with two bits.",
    settings: [LargeImages.setting, PrefetchStanding.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Quick demotion, lazy promotion: Yang, Qiu, Zhang, Yue, Rashmi, HotOS 2023; sizes as in \
        libCacheSim. The small queue has 10 % of the room, or holds the one image that enters it.
        """,
      refusal: QueueShares.refusal, smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, _ in QueueShares.smallestUseful(settings) },
      claims: .standard.union(.reusesIDs))
  ) {
    QDLPPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      refusesLarge: LargeImages.areRefused($0.settings),
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
