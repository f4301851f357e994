public import ScrollCore

/// Evicts the image farthest from the expected position of the middle of the screen.
///
/// The policy is `DistancePolicy` with the distance measured from `c' = c + R` instead of c, the
/// middle of the viewport. R is the distance that the scroll covers in the next `lookahead` seconds
/// T. It is `v (1 - exp(-k T)) / k` while the content decelerates at the trace's rate k, and
/// otherwise `v T`; it is at most two viewports and does not go beyond an end of the content. An
/// image is ahead if it is beyond c' in the direction of the scroll; an image behind counts as
/// `lead` times as far away. Without velocity, c' is c. In `replay` nothing has a velocity, so the
/// policy is `distance` with another default of `lead`.
///
/// The rule is this project's own: furthest away replacement (Q. Ren, M. H. Dunham, "Using semantic
/// caching to manage location dependent data in mobile computing", MobiCom 2000, pages 210 to 221)
/// measured from the future position of a fling. "Not beyond an end" means that a viewport around
/// c' stays within the content; a viewport that is past an end already, as in a bounce, does not
/// move farther that way.
///
/// - Complexity: that of `DistancePolicy`.
public struct DistanceLeadPolicy: EvictionPolicy, ~Copyable {
  private var distance: DistancePolicy
  private var gaze: CenterRule
  private var viewport: Viewport

  /// Creates a policy for the images and items of a set-up, with `lookahead` in seconds.
  /// - Precondition: `lead` is at least 1, `lookahead` not negative.
  public init(_ setup: PolicySetup, lead: Double = 2, lookahead: Double = 0.5) {
    precondition(lookahead >= 0, "the lookahead is \(lookahead)")
    distance = DistancePolicy(setup, lead: lead)
    gaze = CenterRule(setup, lookahead: lookahead)
    viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    self.viewport = viewport
    distance.look(at: gaze.center(of: viewport), direction: viewport.direction)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    gaze.lookahead.contentEnd = placement.extent
    distance.placementChanged(to: placement)
    viewportMoved(to: viewport)
  }

  public mutating func didHit(_ request: Request) {}

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    distance.didInsert(request, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) { distance.didRemove(image) }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    distance.reassign(image, digest: digest)
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    distance.didPlace(image, at: items)
  }

  public mutating func grow(toImageCount count: Int) { distance.grow(toImageCount: count) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    distance.nextVictim(sparing: pins)
  }
}

/// The rule for the expected position of the middle of the screen.
private struct CenterRule: Sendable {
  var lookahead: Lookahead
  let seconds: Double

  init(_ setup: PolicySetup, lookahead: Double) {
    self.lookahead = Lookahead(setup)
    seconds = lookahead
  }

  func center(of viewport: Viewport) -> Double {
    let most = 2 * viewport.extent
    let way = lookahead.distance(in: seconds, from: viewport)
    return viewport.center + min(max(way, -most), most)
  }
}

extension DistanceLeadPolicy {
  static let descriptor = PolicyDescriptor(
    "distance-lead", "Evicts the image farthest from the predicted position of the screen.",
    settings: [
      .lead(standard: "2"),
      Setting(
        "lookahead", .number(0...60), standard: "0.5",
        "The seconds of scrolling that the policy looks ahead."),
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Like distance, measured from the predicted middle of the screen after lookahead seconds. \
        The prediction uses the trace's rate while decelerating and constant speed otherwise, at \
        most two viewports away and never beyond the content. In replay, which has no velocity, \
        it is distance with lead=2. This project's own rule, after furthest-away replacement \
        (Ren and Dunham, MobiCom 2000).
        """,
      claims: [.standard, .bestOnWalks, .reusesIDs],
      score: { setup in
        let distance = NearestDistance(setup, lead: setup.settings.number("lead"))
        let gaze = CenterRule(setup, lookahead: setup.settings.number("lookahead"))
        return { image, _, viewport in
          distance(to: image, from: gaze.center(of: viewport), viewport.direction)
        }
      })
  ) {
    DistanceLeadPolicy(
      $0, lead: $0.settings.number("lead"), lookahead: $0.settings.number("lookahead"))
  }
}
