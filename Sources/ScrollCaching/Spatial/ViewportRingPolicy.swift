public import ScrollCore

/// Gives up what is outside the ranges around the viewport, then what only the outer one holds.
///
/// Rings around the viewport of length V: the items that overlap it, the *display range*, the
/// *preload range*, everything outside. The outermost ring leaves first, in a ring the image
/// farthest from the nearest edge of the viewport, among equals the one that was stored first.
/// Of several items of one image the one that speaks most for keeping it counts; an image
/// without items leaves before all others, in order of storing.
///
/// The ranges are those of Texture's range controller (`ASDefaultTuningParameters` and
/// `ASRangeController` of Texture 3), in viewports ahead and behind; *ahead* is the direction of
/// the last movement:
///
///     mode            display        preload
///     full            1 and 0.5      2.5 and 1.5
///     minimum         0.25 and 0.25  0.5 and 0.25
///     visible-only    0 and 0        0 and 0
///     low-memory      none           0 and 0
///     automatic       minimum until the user scrolls for the first time, then full
///
/// In low memory a visible image is still visible, so it ranks as visible-only does. A mode of
/// Texture lasts for one update; here it is a setting and lasts for the run. The user scrolls as
/// soon as the phase is not idle or the viewport is elsewhere than at first.
///
/// With `dropsOnLeave` whatever is outside the preload range of a new viewport is dropped at
/// once, however much room there is, as the range controller gives up fetched images: before the
/// frame's look-ups, which cannot concern it. What is stored outside of the range (a decode that
/// ends too late), or has no item any more, goes with the next frame. Otherwise the ranges only order the victims, and the
/// budget decides, which Texture has not.
///
/// In `replay` the viewport is `screenItems` long around the request, and automatic means full.
/// Described from Texture's documentation and behaviour; not checked against a run of it.
///
/// - Complexity: O(log items) per insertion, removal and eviction, plus the number of equally
///   far images.
public struct ViewportRingPolicy: EvictionPolicy, ~Copyable {
  /// How far the ranges reach.
  public enum Mode: String, CaseIterable, Sendable {
    case automatic, full, minimum
    case visibleOnly = "visible-only"
    case lowMemory = "low-memory"
  }

  private var residents: PlacedImages<RangeRule>
  private var rings: Rings
  private let dropsOnLeave: Bool

  /// A policy for the images and items of a set-up.
  /// - Precondition: `screenItems` is positive.
  public init(
    _ setup: PolicySetup, mode: Mode = .automatic, dropsOnLeave: Bool = false,
    screenItems: Int = 8
  ) {
    precondition(screenItems > 0, "a screen of \(screenItems) items")
    residents = PlacedImages(setup, by: .edges, rule: .origin)
    rings = Rings(setup, mode: mode, screenItems: screenItems)
    self.dropsOnLeave = dropsOnLeave
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    residents.rule = rings.follow(viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    residents.move(to: placement)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.insert(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    residents.removeFirst(sparing: pins)
  }

  public mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    guard dropsOnLeave else { return nil }
    return residents.removeFirst(sparing: pins) { $0.range == RangeRule.Score.outside }
  }
}

extension ViewportRingPolicy {
  static let descriptor = PolicyDescriptor(
    "viewport-ring", "Gives up what the outermost range around the viewport holds.",
    settings: [
      Setting(
        "mode", .choice(Mode.allCases.map(\.rawValue)), standard: Mode.automatic.rawValue,
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
        then whoever is farthest from the viewport's nearest edge, ties by order of storing. \
        Ranges in viewports ahead/behind: full 1/0.5 and 2.5/1.5, minimum 0.25/0.25 and \
        0.5/0.25, visible-only and low-memory none. dropsOnLeave makes it a cache with \
        ranges instead of a budget: reason 'left range', however much room there is. In \
        replay the viewport is screenItems long around the request, automatic means full. \
        After the range controller of Texture 3; not checked against a run of it.
        """,
      score: { setup in
        let mode = Mode(rawValue: setup.settings["mode"]) ?? .automatic
        var rings = Rings(
          setup, mode: mode, screenItems: setup.settings.integer("screenItems"))
        let range = NearestRange(setup)
        // Whether the user has scrolled, one viewport cannot tell: all agree on what is visible.
        let isKnown = rings.isFixed
        return { image, _, viewport in
          let score = range(of: image, by: rings.follow(viewport))
          return isKnown ? score : min(score, 1)
        }
      })
  ) {
    ViewportRingPolicy(
      $0, mode: Mode(rawValue: $0.settings["mode"]) ?? .automatic,
      dropsOnLeave: $0.settings.flag("dropsOnLeave"),
      screenItems: $0.settings.integer("screenItems"))
  }
}
