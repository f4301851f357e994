import ScrollCore

extension SDMemoryCache {
  static let descriptor = PolicyDescriptor(
    "sdwebimage", "SDWebImage's memory cache: NSCache, and weak references if they are on.",
    settings: [
      NSCacheReading.setting,
      Setting(
        "weakTable", .flag, standard: "false",
        "Whether what a view holds is found when NSCache has dropped it, and stored again."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        NSCache decides what leaves, in the reading of the setting nscache; a memory warning \
        removes everything. With weakTable, off since 5.12, an evicted image is found as long \
        as a view holds it, which is as long as it is pinned, and goes back into NSCache. \
        Source: https://github.com/SDWebImage/SDWebImage, 5.21. Evidence: read from the source, \
        around an approximation of NSCache.
        """,
      limits: .apartFromPinned, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      SDMemoryCache(
        $0, reading: NSCacheReading($0.settings), weakTable: $0.settings.flag("weakTable"))
    })
}
