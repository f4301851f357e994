import BasicContainers
public import ScrollCore

/// Evicts the oldest image that was not used since it last got a second chance.
///
/// Residents are in a queue in order of admission. A hit adds 1 to the image's counter, up to
/// 2^bits - 1; the counter starts at 0. The candidate is the oldest image: while its counter is not
/// 0, it loses 1 and the image becomes the newest. With one bit this is CLOCK, also called FIFO
/// with reinsertion or second chance (F. Corbató, "A Paging Experiment with the Multics System",
/// MIT Project MAC, MAC-M-384, 1968).
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst residents x (2^bits - 1).
public struct ClockPolicy: EvictionPolicy, ~Copyable {
  var order: ItemList
  /// The second chances that each resident has left.
  var chances: RigidArray<UInt8>
  let mostChances: UInt8
  var unseen: UnseenMarks

  /// Creates an empty clock.
  /// - Precondition: `bits` is 1...8.
  public init(
    imageCount: Int, bits: Int = 1, prefetchedCountsAs standing: PrefetchedImageRule = .unseen
  ) {
    precondition((1...8).contains(bits), "a clock cannot count in \(bits) bits")
    order = ItemList(imageCount: imageCount)
    chances = RigidArray(repeating: 0, count: imageCount)
    mostChances = UInt8(truncatingIfNeeded: (1 << bits) - 1)
    unseen = UnseenMarks(imageCount: imageCount, standing)
  }

  public mutating func didHit(_ request: Request) {
    if unseen.clear(request.image) { return order.moveToNewest(request.image) }
    let index = Int(request.image.index)
    if chances[index] < mostChances { chances[index] += 1 }
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    while let candidate = order.oldest(sparing: pins) {
      let index = Int(candidate.index)
      if chances[index] > 0 {
        chances[index] -= 1
      } else if !unseen.passesOver(candidate) {
        didRemove(candidate)
        return candidate
      }
      order.moveToNewest(candidate)
    }
    return nil
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    chances[Int(request.image.index)] = 0
    order.append(request.image)
    unseen.didInsert(request.image, as: admission)
  }

  public mutating func didRemove(_ image: ImageID) {
    order.remove(image)
    unseen.clear(image)
  }

  public mutating func grow(toImageCount count: Int) {
    order.grow(toImageCount: count)
    chances.grow(to: count, filling: 0)
    unseen.grow(toImageCount: count)
  }
}

extension ClockPolicy {
  static let descriptor = PolicyDescriptor(
    "clock", "Evicts the oldest image not used since its last second chance.",
    settings: [
      Setting(
        "bits", .integer(1...8), standard: "1",
        "Width of the use counter: an image gets up to 2^bits - 1 second chances in a row."),
      PrefetchedImageRule.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: "Corbató 1968.",
      claims: [.standard, .reusesIDs, .resizes, .forgets, .conservative])
  ) {
    ClockPolicy(
      imageCount: $0.imageCount, bits: $0.settings.integer("bits"),
      prefetchedCountsAs: PrefetchedImageRule($0.settings))
  }
}
