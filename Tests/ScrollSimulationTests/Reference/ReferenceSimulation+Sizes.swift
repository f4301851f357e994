import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollSimulation

/// Images with several sizes: what serves a cell whose own size is not in memory.
extension ReferenceSimulation {
  /// Returns the number of the size at which an item is shown now; 0 if images have one size.
  func sizeNumber(of item: Int) -> Int {
    sizes?.number(of: item, in: placement, breadth: viewportBreadth) ?? 0
  }

  /// Returns the key of an image's file, which all sizes share.
  func address(_ key: ImageID) -> ImageID {
    sizes == nil ? key : ImageID(Int(key.index) / variants * variants)
  }

  /// Requests the full image of an item, or what may be shown in its place.
  func requestFull(_ appearance: Appearance, isLow: Bool = false) {
    let item = appearance.item
    let (own, key) = (rendition(of: item, isLow: isLow), key(of: item, isLow: isLow))
    for other in sizes == nil || isInMemory(own, key) ? [] : others(own, key) {
      let isHit = isHit(other.rendition, other.key)
      guard isHit || isLive(other.rendition, other.key) else { continue }
      ask(appearance, other.rendition, other.key, isHit: isHit)
      refine(appearance)
      return
    }
    ask(appearance, own, key)
  }

  private func ask(
    _ appearance: Appearance, _ rendition: Int, _ key: ImageID, isHit: Bool? = nil
  ) {
    let ask = AppearanceRequest(appearance, rendition, key)
    appearance.asks.append(ask)
    request(ask, isHit: isHit)
  }

  /// Requests the own size of an appearance that shows another.
  func refine(_ appearance: Appearance) {
    guard loader.serves == .any, appearance.ask?.isServed == true,
      let picture = appearance.cell.picture
    else { return }
    let key = key(of: appearance.item, isLow: false)
    if picture.key != key { ask(appearance, rendition(of: appearance.item, isLow: false), key) }
  }

  /// Returns the other sizes that may serve, in the order in which they are tried.
  private func others(_ own: Int, _ key: ImageID) -> [(rendition: Int, key: ImageID)] {
    guard let sizes, loader.serves != .exact else { return [] }
    let (image, number) = (own / variants, own % variants)
    var numbers = Array(0..<variants).filter { $0 != number }
    if loader.serves == .atLeast {
      numbers = numbers.filter { $0 > number && sizes.isEnough($0, for: number, of: image) }
    } else {
      numbers.reverse()
    }
    return numbers.map { other in
      (own - number + other, ImageID(Int(key.index) - number + other))
    }
  }

  private func isLive(_ rendition: Int, _ key: ImageID) -> Bool {
    guard loader.liveObjects, let picture = liveObject(key) else { return false }
    return isCurrent(picture, rendition)
  }

  private func isInMemory(_ rendition: Int, _ key: ImageID) -> Bool {
    dropOutdated(rendition, key)
    return cached[key] != nil || isLive(rendition, key)
  }

  private func isHit(_ rendition: Int, _ key: ImageID) -> Bool {
    dropOutdated(rendition, key)
    guard let model, cached[key] != nil else { return false }
    let isHit = model.lookup(Request(image: key, cost: costs[rendition].cost, time: now))
    followRemovals()
    return isHit && cached[key] != nil
  }

  /// Removes the other sizes of an image, which a new one replaces.
  func dropOtherSizes(_ key: ImageID) {
    let first = Int(address(key).index)
    for other in first..<first + variants where other != Int(key.index) {
      if cached[ImageID(other)] != nil { model?.remove(ImageID(other), because: .removed) }
    }
    followRemovals(settles: false)
  }

  /// Returns the size that makes a prefetch superfluous.
  func largerInMemory(_ rendition: Int, _ key: ImageID) -> (rendition: Int, key: ImageID)? {
    guard sizes != nil, loader.serves == .atLeast, !isInMemory(rendition, key) else { return nil }
    return others(rendition, key).first { isInMemory($0.rendition, $0.key) }
  }

  /// Takes the items off the screen whose cells have another size in a new layout.
  func leaveResized(_ epoch: LayoutEpoch) {
    guard let sizes else { return }
    let resized = ordered(appearances.map(\.item)).filter {
      sizes.number(of: $0, in: epoch.placement, breadth: epoch.viewportBreadth)
        != sizeNumber(of: $0)
    }
    leave(appearances.map(\.item).filter { !resized.contains($0) })
  }

  /// Returns `true` if a cell shows its image smaller than it is.
  func isSoft(_ picture: Picture, in item: Int) -> Bool {
    guard let sizes else { return costs[picture.rendition].isLow }
    return !sizes.isEnough(
      picture.rendition % variants, for: sizeNumber(of: item), of: picture.rendition / variants)
  }
}
