import ScrollCaching
import ScrollCore
import Testing

/// Items that come, move and go while their images are resident.
struct ReportedPlacesTests {
  /// The rule of `distance`, written down image by image.
  private struct Reference {
    var items: [Int: [Range<Double>]] = [:]
    var residents: [Int] = []
    var center = 0.0

    private func distance(to image: Int) -> Double {
      items[image, default: []].map { abs(($0.lowerBound + $0.upperBound) / 2 - center) }.min()
        ?? .infinity
    }

    /// The farthest; of equal ones, and of those without items, the one that was stored first.
    mutating func evict() -> Int? {
      var victim: (image: Int, distance: Double)?
      for image in residents where victim.map({ distance(to: image) > $0.distance }) ?? true {
        victim = (image, distance(to: image))
      }
      if let victim { residents.removeAll { $0 == victim.image } }
      return victim?.image
    }
  }

  @Test(
    arguments: ["distance", "score: distance", "score: abs(signedDistance)"], UInt64(1)...20)
  func `the image that is farthest by its current items is evicted`(
    policy: String, seed: UInt64
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let make = try #require(choice.entry.makePolicy)
    let room = 6
    var setup = PolicySetup(
      imageCount: 2, limits: CacheLimits(count: room), settings: choice.settings)
    setup.reusesIDs = true
    let tested = make(setup)
    let pins = PinSet(count: 64)
    var reference = Reference()
    var random = SeededRandom(seed: seed)
    var images = 2
    for _ in 0..<400 {
      if images < 64, random.below(20) == 0 {
        images *= 2
        tested.grow(toImageCount: images)
      }
      let image = random.below(images)
      switch random.below(4) {
      case 0:
        let starts = (0..<random.below(4)).map { _ in Double(random.below(40)) }.sorted()
        let items = starts.map { $0..<$0 + 2 }
        reference.items[image] = items
        tested.didPlace(ImageID(image), at: items)
      case 1:
        reference.center = Double(random.below(40)) + 0.5
        tested.viewportMoved(
          to: Viewport(
            lower: reference.center - 1, upper: reference.center + 1, direction: .forward,
            time: .zero))
      default:
        guard !reference.residents.contains(image) else { continue }
        if reference.residents.count == room {
          let (expected, victim) = (reference.evict(), tested.nextVictim(sparing: pins))
          try #require(victim.map { Int($0.index) } == expected, "\(policy), seed \(seed)")
        }
        reference.residents.append(image)
        tested.didInsert(
          Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
      }
    }
  }
}
