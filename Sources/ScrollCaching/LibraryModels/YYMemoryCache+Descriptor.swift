import ScrollCore

extension YYMemoryCache {
  static let descriptor = PolicyDescriptor(
    "yy-memory",
    "YYCache's memory cache: LRU that trims its cost a little later than its limit says.",
    settings: [
      Setting(
        "ageLimit", .number(0...Double(Int32.max)), standard: "0",
        "Seconds that an image may be unused, looked at by the timer; 0 is forever."),
      Setting(
        "trimDelay", .number(0...Double(Int32.max)), standard: "0",
        "Milliseconds from a store over the cost limit to the end of its trim."),
      Setting(
        "trimInterval", .number(0.001...Double(Int32.max)), standard: "5",
        "Seconds between two ticks of the timer."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Least recently used. A store over the count limit removes exactly one image; one over \
        the cost limit orders a trim on another queue and is over it until then; every 5 s \
        (trimInterval) a timer trims by cost, number and age. Memory warnings and the \
        background remove everything. Source: https://github.com/ibireme/YYCache. Evidence: \
        read from the source. Choices: the other queue is done before whatever happens later than \
        trimDelay \
        after the store; pinned images stay.
        """,
      limits: .atTicks(standardTrimInterval, setting: "trimInterval"), refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      let age = $0.settings.number("ageLimit")
      return YYMemoryCache(
        $0, ageLimit: age > 0 ? SimTime(seconds: age) : nil,
        trimDelay: SimTime(milliseconds: $0.settings.number("trimDelay")),
        trimInterval: SimTime(seconds: $0.settings.number("trimInterval")))
    })
}
