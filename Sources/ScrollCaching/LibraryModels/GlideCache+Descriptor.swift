import ScrollCore

extension GlideCache {
  static let descriptor = PolicyDescriptor(
    "glide", "Glide's memory cache: images on screen are outside of its limit, the rest is LRU.",
    settings: [
      Setting(
        "background", .choice(BackgroundTrim.allCases.map { $0.rawValue }),
        standard: BackgroundTrim.all.rawValue,
        "What the background removes: all images, or those over half of the limit.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Pinned images are active resources: outside of the cache proper and of its limit, they \
        come back as the newest when their views let go. The rest is least recently used. \
        What costs as much as the limit or more is refused. A warning trims to half of the \
        limit, a critical one and the background to nothing. Source: \
        https://github.com/bumptech/glide, 5.0. Evidence: read from the source. Run it with \
        displayed images pinned; otherwise it is an LRU.
        """,
      limits: .apartFromPinned,
      refusal: RefusalRule("refuses what costs the limit or more, unless it is on screen") {
        $0 < $1 ? false : nil
      },
      smallestUsefulCapacity: 2,
      claims: [
        .keepsNewcomers, .keepsOldOnRefusal, .inclusion, .leastRecentlyUsed, .conservative,
        .bestOnWalks,
      ]),
    model: {
      GlideCache($0, background: BackgroundTrim(rawValue: $0.settings["background"]) ?? .all)
    })
}
