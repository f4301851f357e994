import ScrollCore

extension PINMemoryCache {
  static let descriptor = PolicyDescriptor(
    "pin-memory", "PINCache's memory cache: evicts the least recently or least often used image.",
    settings: [
      Setting(
        "strategy", .choice(Strategy.allCases.map { $0.rawValue }), standard: Strategy.lru.rawValue,
        "Who goes first: the image not used for longest, or the one used least often."),
      Setting(
        "ageLimit", .number(0...Double(Int32.max)), standard: "0",
        "Seconds after its store that an image may stay; 0 is forever."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Stores first, then evicts until the cost is within its limit: by last use, or by number \
        of uses and then by last use, where the newcomer itself can be the first. Limits act at \
        once, 0 is none; memory warnings and the background remove everything. Source: \
        https://github.com/pinterest/PINCache, 3.0.4. Evidence: read from the source. Choices: \
        a limit by number, which it does not have, acts like that by cost; pinned images stay.
        """,
      zeroIsNoLimit: true, refusal: .nothing,
      claims: [.inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      let age = $0.settings.number("ageLimit")
      return PINMemoryCache(
        $0, strategy: Strategy(rawValue: $0.settings["strategy"]) ?? .lru,
        ageLimit: age > 0 ? SimTime(seconds: age) : nil)
    })
}
