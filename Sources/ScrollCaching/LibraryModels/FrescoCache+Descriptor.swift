import ScrollCore

extension FrescoCache {
  static let descriptor = PolicyDescriptor(
    "fresco", "Fresco's bitmap cache: images in use stay, the others leave in order of release.",
    settings: [
      Setting(
        "maxEntries", .integer(1...Int.max), standard: "\(Parameters().maxEntries)",
        "At most this many images where the run does not limit their number."),
      size("maxEntrySize", "The most that a single image may cost; 0 is no limit."),
      size("maxQueueSize", "The most that images not in use may cost; 0 is no limit."),
      size("maxQueueEntries", "At most this many images that are not in use; 0 is no limit."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Pinned images are in use and cannot be evicted; the others leave in the order in which \
        they were let go. A newcomer for which what is in use leaves no room is refused, and \
        its old value is gone. A warning trims to half, a critical one and the background \
        empty the queue. Source: https://github.com/facebook/fresco, 3.7. Evidence: read from \
        the source. Choices: limits act at once; a run's limit by number replaces maxEntries.
        """,
      // It holds for all together, but for images of cost 0, which a queue without room keeps.
      limits: .apartFromPinned,
      refusal: RefusalRule(
        "refuses images larger than the limit less what is in use, or than maxEntrySize"
      ) { $0 > $1 ? true : nil },
      claims: [.inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      var parameters = Parameters()
      parameters.maxEntries = $0.settings.integer("maxEntries")
      parameters.maxEntrySize = limit($0.settings.integer("maxEntrySize"))
      parameters.maxQueueSize = limit($0.settings.integer("maxQueueSize"))
      parameters.maxQueueEntries = limit($0.settings.integer("maxQueueEntries"))
      return FrescoCache($0, parameters)
    })

  private static func size(_ name: String, _ summary: String) -> Setting {
    Setting(name, .integer(0...Int.max), standard: "0", summary)
  }

  private static func limit(_ setting: Int) -> Int { setting == 0 ? .max : setting }
}
