import ScrollCore

extension Rings {
  static let descriptor = PolicyDescriptor(
    "viewport-ring", "Evicts from the outermost range around the viewport.",
    settings: [
      Setting(
        "mode", .choice(Mode.allCases.map { $0.rawValue }), standard: Mode.automatic.rawValue,
        "How far the ranges reach; automatic is minimum before the first scroll, then full."),
      Setting(
        "dropsOnLeave", .flag, standard: "false",
        "Whether an image outside the preload range is dropped though there is room."),
      Setting(
        "screenItems", .integer(1...1_000_000), standard: "8",
        "How many items long the viewport of a replay is."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Rings: visible, display range, preload range, outside; the outermost leaves first, \
        then the image farthest from the viewport's nearest edge, ties by order of storing. \
        Ranges in viewports ahead/behind: full 1/0.5 and 2.5/1.5, minimum 0.25/0.25 and \
        0.5/0.25, visible-only and low-memory none. dropsOnLeave makes it a cache with \
        ranges instead of a budget: reason 'left range', however much room there is. In \
        replay the viewport is screenItems long around the request, automatic means full. \
        After the range controller of Texture 3; not checked against a run of it.
        """,
      evictsWithoutLimit: { $0.flag("dropsOnLeave") },
      claims: [.standard, .reusesIDs],
      score: { setup in
        var rings = Rings(setup)
        let range = NearestRange(setup)
        // Whether the user has scrolled, one viewport cannot tell: all agree on what is visible.
        let isKnown = rings.isFixed
        return { image, _, viewport in
          let score = range(of: image, by: rings.follow(viewport))
          return isKnown ? score : min(score, 1)
        }
      })
  ) {
    RangePolicy($0, Rings($0), dropsOutside: $0.settings.flag("dropsOnLeave"))
  }

  private init(_ setup: PolicySetup) {
    self.init(
      setup, mode: Mode(rawValue: setup.settings["mode"]) ?? .automatic,
      screenItems: setup.settings.integer("screenItems"))
  }
}
