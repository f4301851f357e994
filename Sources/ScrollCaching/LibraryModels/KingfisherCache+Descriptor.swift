import ScrollCore

extension KingfisherCache {
  static let descriptor = PolicyDescriptor(
    "kingfisher", "Kingfisher's memory storage: NSCache, and images expire 300 s after their use.",
    settings: [
      NSCacheReading.setting,
      Setting(
        "expiration", .number(0...Double(Int32.max)), standard: "300",
        "Seconds after its last use that an image can be found; 0 is forever."),
      Setting(
        "sweepInterval", .number(1...Double(Int32.max)), standard: "120",
        "Seconds between two removals of what has expired."),
      Setting(
        "keepsInBackground", .flag, standard: "false",
        "Whether going to the background leaves everything in."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        NSCache decides what leaves, in the reading of the setting nscache. An image that was not \
        used for as long as the setting expiration says is missed, and removed by the next \
        sweep. A memory warning removes everything. Source: \
        https://github.com/onevcat/Kingfisher, 8.11. Evidence: read from the source, around an \
        approximation of NSCache. Choice: pinned images are not removed.
        """,
      zeroIsNoLimit: true, missesExpired: true, refusal: .nothing, claims: []),
    model: {
      let expiration = $0.settings.number("expiration")
      return KingfisherCache(
        $0, reading: NSCacheReading($0.settings),
        expiration: expiration > 0 ? SimTime(seconds: expiration) : nil,
        sweepInterval: SimTime(seconds: $0.settings.number("sweepInterval")),
        keepsInBackground: $0.settings.flag("keepsInBackground"))
    })
}
