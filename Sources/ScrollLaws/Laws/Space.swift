import ScrollCaching
import ScrollCore

extension Law {
  /// The law that a spatial policy evicts the image with the highest score first.
  static let nearestStay = Law(
    "nearest-stay",
    "No evicted image has a lower score than a resident that could be evicted instead.",
    of: "spatial policies that state their score", where: { $0.facts.score != nil }
  ) { trial in
    guard let makeScore = trial.descriptor.facts.score else { return .idle }
    var score = makeScore(trial.recording.setup)
    var rearrangements = 0
    var isExercised = false
    let wrong = trial.recording.walkRemovals { removal, step, ledger in
      guard removal.reason == .cost || removal.reason == .count else { return nil }
      var newcomer = -1
      if case .store(let request, _) = step.verb { newcomer = Int(request.image.index) }
      guard let charge = ledger.charge(of: removal.image) else { return nil }
      if ledger.rearrangements != rearrangements {
        rearrangements = ledger.rearrangements
        var setup = trial.recording.setup
        setup.placement = ledger.placement
        score = makeScore(setup)
      }
      let its = score(removal.image, charge, ledger.viewport)
      for image in ledger.charges.indices where image != newcomer && !ledger.pinned[image] {
        guard let charge = ledger.charges[image], image != Int(removal.image.index) else {
          continue
        }
        isExercised = true
        let other = score(ImageID(image), charge, ledger.viewport)
        if other > its {
          return """
            \(removal.image.index) is evicted with a score of \(its), and \(image) stays with \
            \(other); the viewport is at \(ledger.viewport.lower)..<\(ledger.viewport.upper), \
            \(ledger.viewport.direction)
            """
        }
      }
      return nil
    }
    return Verdict(wrong, exercised: isExercised)
  }

  /// The law that the viewport does not affect a policy whose `isSpatial` is `false`.
  static let viewport = Law(
    "viewport", "A policy that is not spatial answers the same with any viewport.",
    of: "all that are not spatial and evict",
    where: { !$0.isSpatial && $0.facts.limits != .ignored }
  ) { trial in
    // This viewport is far behind all items, in the opposite direction.
    let elsewhere = trial.replay(trial.recording.setup) { verb in
      guard case .viewport(var viewport) = verb else { return verb }
      let length = viewport.upper - viewport.lower
      (viewport.lower, viewport.upper) = (-1000 - length, -1000)
      viewport.direction = viewport.direction.opposite
      viewport.velocity = -viewport.velocity
      return .viewport(viewport)
    }
    return Verdict(
      trial.recording.difference(from: elsewhere, "the scroll", "the same elsewhere"),
      exercised: trial.evicts)
  }

  /// The law that a layout that changes before the first request acts like an initial layout.
  static let placement = Law(
    "placement",
    "A layout that changes before the first request acts like an initial layout.",
    of: "spatial policies and models", where: { $0.isSpatial && $0.facts.limits != .ignored }
  ) { trial in
    let setup = trial.recording.setup
    let asked = setup.placement ?? trial.script.placement
    var other = setup
    other.placement = Geometry(placement: asked).mirrored.placement
    let one = trial.replay(setup, after: .placement(asked))
    let changed = trial.replay(other, after: .placement(asked))
    return Verdict(
      one.difference(from: changed, "items that lay there", "items that were moved there"),
      exercised: trial.evicts)
  }

  /// The law that a policy gives the same answers for mirrored content.
  static let mirror = Law(
    "mirror", "The mirrored scroll over the mirrored content has the same answers.",
    of: "spatial policies that claim it",
    where: { $0.isSpatial && $0.facts.claims.contains(.mirrors) }
  ) { trial in
    trial.compare(with: "the mirrored one") { $0.mirrored }
  }

  /// The law that a policy gives the same answers if all lengths are doubled.
  static let scale = Law(
    "scale", "A scroll with every length doubled has the same answers.",
    of: "spatial policies that claim it",
    where: { $0.isSpatial && $0.facts.claims.contains(.scales) }
  ) { trial in
    trial.compare(with: "the doubled one") { $0.doubled }
  }
}

extension Trial {
  /// Compares the answers to the same calls with mirrored or doubled content.
  fileprivate func compare(
    with name: String, _ change: (Geometry) -> Geometry
  ) -> Verdict {
    var setup = recording.setup
    let old = Geometry(placement: setup.placement ?? script.placement)
    let new = change(old)
    setup.placement = new.placement
    if new.isMirrored { setup.direction = setup.direction.opposite }
    // The position of the user before the first viewport is no part of the claim.
    let start = Viewport(lower: 0, upper: Double(script.screen) / 64, direction: script.direction)
    let one = replay(recording.setup, after: .viewport(start))
    let first = new.map(start)
    var latest = new
    let other = replay(setup, after: .viewport(first)) { verb in
      switch verb {
      case .viewport(let viewport): return .viewport(latest.map(viewport))
      case .placement(let placement):
        latest = change(Geometry(placement: placement))
        return .placement(latest.placement)
      default: return verb
      }
    }
    return Verdict(one.difference(from: other, "the scroll", name), exercised: evicts)
  }
}

extension ScrollDirection {
  fileprivate var opposite: ScrollDirection { self == .forward ? .backward : .forward }
}

/// The positions of items, unchanged, mirrored or doubled.
///
/// The arithmetic is exact, because positions are multiples of 1/64 pt.
private struct Geometry {
  var placement: ItemPlacement
  var isMirrored = false
  var factor = 1.0

  var mirrored: Geometry {
    let extent = placement.extent
    // Items are in the order of their starts, which may differ from the order of their ends.
    let order = placement.starts.indices.sorted {
      (extent - placement.ends[$0], -$0) < (extent - placement.ends[$1], -$1)
    }
    return Geometry(
      placement: ItemPlacement(
        starts: order.map { extent - placement.ends[$0] },
        ends: order.map { extent - placement.starts[$0] },
        breadths: order.map { placement.breadths[$0] },
        images: order.map { placement.images[$0] }, extent: extent,
        imageCount: placement.imageCount), isMirrored: true)
  }

  var doubled: Geometry {
    Geometry(
      placement: ItemPlacement(
        starts: placement.starts.map { $0 * 2 }, ends: placement.ends.map { $0 * 2 },
        breadths: Array(placement.breadths), images: placement.images,
        extent: placement.extent * 2, imageCount: placement.imageCount), factor: 2)
  }

  func map(_ viewport: Viewport) -> Viewport {
    var viewport = viewport
    if isMirrored {
      let extent = placement.extent
      (viewport.lower, viewport.upper) = (extent - viewport.upper, extent - viewport.lower)
      viewport.velocity = -viewport.velocity
      viewport.direction = viewport.direction.opposite
    }
    viewport.lower *= factor
    viewport.upper *= factor
    viewport.velocity *= factor
    return viewport
  }
}
