import ScrollCore

extension WTinyLFUPolicy {
  static let descriptor = PolicyDescriptor(
    "w-tinylfu",
    "Admits from a small window only images requested more often than those they displace.",
    settings: [
      Setting(
        "sketch", .choice(Sketch.allCases.map { $0.rawValue }), standard: "libcachesim",
        "Whose sketch and whose rules: two implementations that differ."),
      Setting(
        "sketchByBytes", .flag, standard: "false",
        """
        Whether libcachesim's sketch has 14.4 counters for every byte of main; those that were \
        reached take memory.
        """),
      SketchItems.setting,
      Setting(
        "climber", .choice(Climber.allCases.map { $0.rawValue }), standard: "off",
        "What moves the boundary between window and main, with sketch=caffeine."),
      LargeImages.setting,
      PrefetchStanding.setting,
    ],
    facts: facts
  ) { WTinyLFUPolicy($0) }

  private static var facts: PolicyDescriptor.Facts {
    var facts = PolicyDescriptor.Facts(
      discussion: """
        A window for 1 %, least recently used first; main, with 20 % on probation and 80 % \
        protected. What leaves the window enters a full main only if a sketch counted it more \
        often than the oldest on probation. Einziger, Friedman, Manes, ACM TOS 13(4), 2017.

        sketch=libcachesim: a counting filter of stores, of hits in main and of looks at the \
        oldest of the window; halved every 32 m hits. The window holds at least one image; with \
        refusesLarge it refuses larger ones than its share, so that nothing is stored where less \
        than 100 images fit. sketch=caffeine: four rows of 4-bit \
        counters of all requests, halved every 10 C; what is larger than the window meets the \
        oldest on probation at once. climber=hill moves the boundary by the hit rate (Einziger, \
        Eytan, Friedman, Manes, Middleware 2018).
        """,
      refusal: RefusalRule(
        """
        refuses images larger than the whole cache; with refusesLarge=true all that are larger \
        than a hundredth of the capacity, rounded down; with sketch=caffeine such an image is \
        stored if it was asked for more often than the one that it would displace
        """
      ) { cost, capacity, settings in
        if cost > capacity { return true }
        if cost <= windowShare(of: capacity) { return false }
        if settings["sketch"] == Sketch.caffeine.rawValue { return nil }
        return LargeImages.areRefused(settings)
      },
      smallestUsefulCapacity: 2,
      smallestUsefulBy: { settings, countsImages in
        // Caffeine's window is one unit of cost, which is one image where these are counted.
        settings["sketch"] == Sketch.caffeine.rawValue
          ? countsImages ? 2 : 100 : LargeImages.areRefused(settings) ? 100 : 2
      }, version: 2, claims: .standard.union(.reusesIDs))
    facts.neverForgets = { settings in
      settings.flag("sketchByBytes") && settings["sketch"] == Sketch.libcachesim.rawValue
        ? "with sketchByBytes=true keeps counters for all that was ever stored"
        : nil
    }
    return facts
  }
}
