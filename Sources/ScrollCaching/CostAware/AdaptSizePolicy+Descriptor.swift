import ScrollCore

extension AdaptSizePolicy {
  static let descriptor = PolicyDescriptor(
    "adaptsize", "Admits small images more readily than large ones; evicts as lru does.",
    settings: [
      Setting(
        "interval", .integer(1...Int(clamping: Int64(1) << 40)), standard: "500000",
        "Requests after which c, the size up to which most is admitted, is chosen anew.")
    ],
    facts: facts
  ) {
    var policy = AdaptSizePolicy(
      imageCount: $0.imageCount, limits: $0.limits, interval: $0.settings.integer("interval"),
      seed: $0.seed)
    policy.random = $0.random
    return policy
  }

  private static var facts: PolicyDescriptor.Facts {
    var facts = PolicyDescriptor.Facts(
      discussion: """
        Berger, Sitaraman, Harchol-Balter, NSDI 2017. Without a limit in bytes it is lru.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and others by chance, large ones most"
      ) { cost, capacity in cost > capacity ? true : nil },
      drawsAtRandom: true, claims: [.keepsOldOnRefusal, .mirrors, .scales])
    facts.neverForgets = { _ in "remembers the requests for every image that was ever asked for" }
    return facts
  }
}
