import ScrollCore

extension CacheusPolicy {
  static let descriptor = PolicyDescriptor(
    "cacheus", "Evicts by one of two experts, for scans or for churn, learning from regret.",
    settings: [
      Setting(
        "lists", .choice(Lists.allCases.map { $0.rawValue }), standard: "libcachesim",
        "How new and reused images share the room: two implementations that differ."),
      Setting(
        "learningRate", .number(0...1), standard: "0",
        """
        How much an expert's weight loses by a mistake, at first; 0 is 0.1 with \
        lists=libcachesim, sqrt(2 ln 2 / C) with lists=authors.
        """),
      Setting(
        "historyShare", .number(0...1), standard: "0.5",
        "The part of the capacity that each of the two histories remembers."),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Residents on two lists, new and reused, each least recently used first. Two experts, \
        the oldest of the new (SR-LRU) and the fewest uses, latest use first (CR-LFU), with \
        weights; who is found to have evicted what comes back loses weight, by a rate that \
        follows the hits. Rodriguez et al., FAST 2021.

        lists=libcachesim: half of the room each; new evicts its excess at once, \
        and refuses what is larger than it. So less than the whole cache is used until images \
        are asked for again. lists=authors: 1 % for the new at first; hits on what was demoted \
        from the reused make that share smaller, returns of strangers larger.
        """,
      refusal: RefusalRule(
        """
        with lists=libcachesim refuses what is larger than half the capacity, rounded down; \
        with lists=authors only what is larger than the whole
        """
      ) { cost, capacity in
        if cost > capacity { return true }
        return cost <= capacity / 2 ? false : nil
      },
      smallestUsefulCapacity: 2, drawsAtRandom: true, claims: .standard.union(.reusesIDs))
  ) { CacheusPolicy($0) }
}
