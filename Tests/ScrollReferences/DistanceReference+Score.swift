import ScrollCaching
import ScrollCore

/// The distance and the weight of an image, as its score uses them.
extension DistanceReference {
  /// The middle of the screen, or its future place.
  var centre: Double {
    if bug == .lowerEdge { return viewport.lower }
    let middle = (viewport.lower + viewport.upper) / 2
    let length = viewport.upper - viewport.lower
    var way = viewport.velocity * lookahead
    if viewport.phase == .decelerating {
      way = viewport.velocity * (1 - exp(-decay * lookahead)) / decay
    }
    if way > 0 { return middle + min(way, 2 * length, max(0, placement.extent - viewport.upper)) }
    return middle + max(way, -2 * length, min(0, -viewport.lower))
  }

  private var direction: ScrollDirection {
    switch bug {
    case .directionOfFirstMove: firstDirection ?? viewport.direction
    case .directionFromVelocity: viewport.velocity < 0 ? .backward : .forward
    default: viewport.direction
    }
  }

  private func middle(of item: Int) -> Double {
    bug == .startOfItem
      ? placement.starts[item] : (placement.starts[item] + placement.ends[item]) / 2
  }

  private func distance(to item: Int, from centre: Double) -> Double {
    let offset = middle(of: item) - centre
    let isAhead = Double(direction.rawValue) * offset >= 0
    return points(offset, to: item) * (isAhead == (bug == .leadAhead) ? lead : 1)
  }

  /// Returns the distance in points, or in the unit that a bug uses.
  private func points(_ offset: Double, to item: Int) -> Double {
    switch bug {
    case .itemsInsteadOfPoints:
      let nearest = (0..<placement.count).min {
        abs(middle(of: $0) - centre) < abs(middle(of: $1) - centre)
      }
      return Double(abs(item - (nearest ?? 0)))
    case .wholePoints: return abs(offset).rounded()
    case .nearIsAllTheSame: return max(abs(offset), 100)
    default: return abs(offset)
    }
  }

  func score(_ resident: Resident) -> Double {
    let centre = self.centre
    let distances = placement.items(showing: resident.image).map {
      distance(to: Int($0.index), from: centre)
    }
    let nearest =
      switch bug {
      case .firstItem: distances.first
      case .farthestItem: distances.max()
      default: distances.min()
      }
    guard let nearest else { return bug == .unplacedStay ? 0 : .infinity }
    return nearest * resident.weight
  }

  /// Returns `true` if the first item of an image is before the middle of the screen.
  func isBefore(_ image: ImageID) -> Bool {
    placement.items(showing: image).first.map { middle(of: Int($0.index)) < centre } ?? false
  }

  mutating func weight(_ request: Request) -> Double {
    let index = Int(request.image.index)
    guard let load = loads.map({ bug == .noLeastLoad ? $0[index] : max(0.1, $0[index]) })
    else { return 1 }
    var size = bytes.isEmpty ? request.cost : bytes[index]
    if bug == .weightOfFirstStore {
      size = firstCosts[request.image] ?? size
      firstCosts[request.image] = size
    }
    let least = bug == .zeroBytesWeighNothing ? 0 : 1
    let weight = Double(max(least, size))
    return switch bug {
    case .multipliesByLoad: weight * load
    case .ignoresLoad: weight
    default: weight / load
    }
  }
}
