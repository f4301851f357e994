import BasicContainers
public import ScrollCore

/// Evicts viewed images first, then images that were not viewed.
///
/// The first request for an image, hit or miss, makes it viewed. After its eviction an image stays
/// viewed while it is one of the 256 images that were last requested or evicted. In each of the two
/// groups the farthest image is evicted first, as by `DistancePolicy`; of images at the same
/// distance, the one stored first.
///
/// The screen keeps the image of a view, so it costs nothing to evict it from the cache. An image
/// that is prefetched and evicted before its view has cost a decode and saves none. Without
/// prefetches every image is viewed, and the policy is `distance`.
///
/// The rule is this project's own. `evolve` searched 1403 formulas, and the rule is the common core
/// of the ten best, reduced by hand. The best of them, `score: decodeMs + (viewed * 20 +
/// pow(timeToVisible, 1.5)) * 3.2:admit=distance - 750`, stalls 11.9 % less than the best policy
/// that the package had (3.7 to 32.5 % with 95 %). That was measured on 43 sealed sessions of an
/// iPhone 5 and an iPhone 6 with 16 to 32 MiB and `ring:ahead=2`. The search is
/// `Traces/evolve-demo.yml`; the certificate is in the documentation of `evolve`.
///
/// - Complexity: that of `DistancePolicy`.
public struct ViewedFirstPolicy: EvictionPolicy, ~Copyable {
  private var viewed: DistancePolicy
  private var unviewed: DistancePolicy
  private var uses: UseCounts
  private var storedCount = 0

  /// The number of images outside the cache that stay viewed; it is enough for many screens.
  ///
  /// The number is a choice; on sessions like those of the search, 4096 evicts the same images.
  private static var mostRemembered: Int { 256 }

  /// Creates a policy for the images and items of a set-up.
  /// - Precondition: `lead` is at least 1.
  public init(_ setup: PolicySetup, lead: Double = 1) {
    viewed = DistancePolicy(setup, lead: lead)
    unviewed = DistancePolicy(setup, lead: lead)
    uses = UseCounts(imageCount: setup.imageCount, mostOutside: Self.mostRemembered)
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    viewed.viewportMoved(to: viewport)
    unviewed.viewportMoved(to: viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    viewed.placementChanged(to: placement)
    unviewed.placementChanged(to: placement)
  }

  public mutating func didHit(_ request: Request) {
    if uses[request.image] == 0 {
      let number = unviewed.admissions[Int(request.image.index)]
      unviewed.didRemove(request.image)
      viewed.insert(request.image, stored: number)
    }
    uses.found(request.image)
  }

  public mutating func didMiss(_ request: Request) { uses.missed(request.image) }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    uses.stored(request.image)
    if uses[request.image] > 0 {
      viewed.insert(request.image, stored: storedCount)
    } else {
      unviewed.insert(request.image, stored: storedCount)
    }
    storedCount += 1
  }

  public mutating func didRemove(_ image: ImageID) {
    if uses[image] > 0 { viewed.didRemove(image) } else { unviewed.didRemove(image) }
    uses.left(image)
  }

  public func remembers(_ image: ImageID) -> Bool { uses[image] > 0 }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    viewed.reassign(image, digest: digest)
    unviewed.reassign(image, digest: digest)
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    viewed.didPlace(image, at: items)
    unviewed.didPlace(image, at: items)
  }

  public mutating func grow(toImageCount count: Int) {
    viewed.grow(toImageCount: count)
    unviewed.grow(toImageCount: count)
    uses.grow(toImageCount: count)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard
      let victim = viewed.nextVictim(sparing: pins) ?? unviewed.nextVictim(sparing: pins)
    else { return nil }
    uses.left(victim)
    return victim
  }
}

extension ViewedFirstPolicy {
  static let descriptor = PolicyDescriptor(
    "viewed-first", "Evicts viewed images before images that were not viewed, the farthest first.",
    settings: [.lead()],
    facts: PolicyDescriptor.Facts(
      discussion: """
        An image is viewed if it was requested at least once; the policy remembers this for the \
        256 images that were requested or evicted last. In both groups it works like distance. \
        Views hold the images on screen, but an evicted prefetched image costs a second decode. \
        Without prefetches it is distance. This project's own rule, found by evolve.
        """,
      claims: [.standard, .bestOnWalks, .reusesIDs])
  ) { ViewedFirstPolicy($0, lead: $0.settings.number("lead")) }
}
