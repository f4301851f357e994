import ScrollCore

extension NukeCache {
  static let clockDescriptor = descriptor(
    "nuke-clock", "Nuke's image cache from 13.0.5: marks used images, passes over each once.",
    rule: """
      Images stand in order of insertion; using one marks it. The first leaves, but a \
      marked image loses its mark and goes to the end instead. A newcomer has no mark and is \
      evicted at once if all others have one.
      """, .clock, claims: .keepsOldOnRefusal)

  static let leastRecentlyUsedDescriptor = descriptor(
    "nuke-lru", "Nuke's image cache up to 13.0.4: evicts the least recently used image.",
    rule: "Using an image makes it the newest; the oldest goes.", .leastRecentlyUsed,
    claims: [
      .keepsNewcomers, .keepsOldOnRefusal, .inclusion, .leastRecentlyUsed, .conservative,
      .bestOnWalks,
    ])

  private static func descriptor(
    _ name: String, _ summary: String, rule: String, _ replacement: Replacement,
    claims: PolicyClaims
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name, summary,
      settings: [
        Setting(
          "entryCostLimit", .number(0...1), standard: "0.1",
          "The share of the cost limit that no single image may reach."),
        Setting(
          "ttl", .number(0...Double(Int32.max)), standard: "0",
          "Seconds after its store that an image can be found; 0 is forever."),
      ],
      facts: PolicyDescriptor.Facts(
        discussion: """
          \(rule) Limits act at once: cost first, then count. An image that costs a tenth of \
          the cost limit or more is refused, unless the limit is above 2 147 483 647, and its \
          old value stays. Memory warnings remove everything, the background trims to a \
          tenth. Source: https://github.com/kean/Nuke, 12.8.0 and 13.0.5. Evidence: recorded \
          sequences of both. Choice: pinned images stay, in their places, and do not expire.
          """,
        refusal: RefusalRule(
          "refuses what costs the share entryCostLimit of the cost limit or more"
        ) { cost, capacity in
          if capacity > largestLimitThatRefuses { return false }
          // A cost of 1 may be a number of images, which nothing is too large for.
          return cost > 1 && cost >= capacity ? true : nil
        },
        smallestUsefulCapacity: 20,
        smallestUsefulBy: { settings, countsImages in
          // An image must cost less than the share.
          let share = settings.number("entryCostLimit")
          return countsImages ? 1 : Int(min(1 / share, 1e9)) + 1
        }, claims: claims),
      model: {
        let seconds = $0.settings.number("ttl")
        return NukeCache(
          $0, replacement, entryCostLimit: $0.settings.number("entryCostLimit"),
          ttl: seconds > 0 ? SimTime(seconds: seconds) : nil)
      })
  }
}
