import ScrollCore

extension QDLPPolicy {
  static let descriptor = PolicyDescriptor(
    "qd-lp", "Gives up quickly what was not used again, and the rest by a clock of two bits.",
    settings: [PrefetchStanding.setting],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Quick demotion, lazy promotion: a small queue (10 %) for what is new, a 2-bit clock \
        (90 %) for what was used there or came back, ghosts (90 %). Yang, Qiu, Zhang, Yue, \
        Rashmi, HotOS 2023; sizes as in libCacheSim.
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
