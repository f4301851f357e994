import ScrollCaching
import ScrollCore

extension SabotagedDistance {
  /// How far away an image counts as being, times its weight.
  func score(_ resident: Resident) -> Double {
    let items = placement.items(showing: resident.image)
    let distances = items.map { distance(to: Int($0.index)) }
    let nearest =
      switch bug {
      case .firstItem: distances.first
      case .farthestItem: distances.max()
      default: distances.min()
      }
    guard let nearest else { return bug == .unplacedStay ? 0 : .infinity }
    return nearest * resident.weight
  }

  /// Whether an image's first item is before the middle of the screen.
  func isBefore(_ image: ImageID) -> Bool {
    placement.items(showing: image).first.map { middle(of: Int($0.index)) < centre } ?? false
  }

  private var centre: Double {
    bug == .lowerEdge ? viewport.lower : (viewport.lower + viewport.upper) / 2
  }

  private func middle(of item: Int) -> Double {
    bug == .startOfItem
      ? placement.starts[item] : (placement.starts[item] + placement.ends[item]) / 2
  }

  private func distance(to item: Int) -> Double {
    let offset = middle(of: item) - centre
    var distance = abs(offset)
    switch bug {
    case .itemsInsteadOfPoints: distance = Double(abs(item - itemAtCentre))
    case .wholePoints: distance.round()
    case .nearIsAllTheSame: distance = max(distance, 100)
    default: break
    }
    let isAhead = offset * direction.sign >= 0
    return distance * (isAhead == (bug == .leadAhead) ? lead : 1)
  }

  private var direction: ScrollDirection {
    switch bug {
    case .directionOfFirstMove: firstDirection ?? viewport.direction
    case .directionFromVelocity: viewport.velocity < 0 ? .backward : .forward
    default: viewport.direction
    }
  }

  /// The item whose middle is nearest to the centre, the first of equals.
  private var itemAtCentre: Int {
    let items = 0..<placement.count
    return items.min { abs(middle(of: $0) - centre) < abs(middle(of: $1) - centre) } ?? 0
  }
}

extension DistanceBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedDistance {
    SabotagedDistance(setup, bug)
  }

  /// Without a lead, sides do not matter.
  static func standards(for bug: Bug?) -> [String: String] {
    switch bug {
    case .leadAhead, .directionOfFirstMove, .directionFromVelocity: ["lead": "2"]
    default: [:]
    }
  }
}

extension DistanceCostBugs {
  static func make(_ setup: PolicySetup, _ bug: Bug?) -> SabotagedDistance {
    var policy = SabotagedDistance(setup, nil)
    let loads = setup.reloadMilliseconds
    var firstCosts: [ImageID: Int] = [:]
    policy.weigh = { image, cost in
      firstCosts[image] = firstCosts[image] ?? cost
      let cost = bug == .weightOfFirstStore ? firstCosts[image] ?? cost : cost
      let bytes = Double(bug == .zeroBytesWeighNothing ? cost : max(1, cost))
      var load = loads.isEmpty ? 1 : loads[Int(image.index)]
      if bug != .noLeastLoad { load = max(0.1, load) }
      switch bug {
      case .multipliesByLoad: return bytes * load
      case .ignoresLoad: return bytes
      default: return bytes / load
      }
    }
    return policy
  }
}
