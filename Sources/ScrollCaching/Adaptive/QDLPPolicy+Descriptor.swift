import ScrollCore

extension QDLPPolicy {
  static let descriptor = PolicyDescriptor(
    "qd-lp", "Evicts images early that are not used again, and the rest by a clock with two bits.",
    settings: [PrefetchStanding.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Quick demotion, lazy promotion: Yang, Qiu, Zhang, Yue, Rashmi, HotOS 2023; sizes as in \
        libCacheSim. The small queue has 10 % of the room.
        """,
      refusal: RefusalRule(
        """
        refuses what is not smaller than a tenth of the capacity, rounded down (unless it is \
        just that large, and remembered from when it was smaller or the capacity larger)
        """
      ) { cost, capacity in
        let share = QDLPPolicy.smallShare(of: capacity)
        return cost == share ? nil : cost > share
      },
      smallestUsefulCapacity: 20)
  ) {
    QDLPPolicy(
      imageCount: $0.imageCount, capacity: $0.limits.capacity,
      prefetchedCountsAs: PrefetchStanding($0.settings))
  }
}
