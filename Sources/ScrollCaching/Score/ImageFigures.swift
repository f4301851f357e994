import BasicContainers
import ScrollCore

/// The figures of every image that a score may ask for, and the moment.
struct ImageFigures: ~Copyable {
  /// What is known of a resident.
  struct Resident {
    var stored = SimTime.zero, used = SimTime.zero
    var hits = 0, cost = 0
    var isPrefetched = false, isViewed = false
    /// How many images were stored before it.
    var sequence = 0
  }

  private var places: ImagePlaces
  private let bytes: [Int]
  private var decodes: [Double], reloads: [Double]
  private let needsDecodes: Bool, needsReloads: Bool
  private let clock: PolicySetup.Clock
  private(set) var residents: RigidArray<Resident>
  private var storedCount = 0
  private var now = SimTime.zero
  private var uses: UseCounts
  /// Whether anything asks for them: nothing is counted otherwise.
  private let countsUses: Bool
  private var pressure = PressureLevel.normal

  /// Before the first request.
  /// - Parameters:
  ///   - setup: what is known of the images.
  ///   - variables: those that will be asked for; the others need not be right.
  init(_ setup: PolicySetup, for variables: Set<ScoreVariable>) {
    places = ImagePlaces(setup, for: variables)
    (bytes, decodes, reloads) = (
      setup.bytes, setup.decodeMilliseconds, setup.reloadMilliseconds
    )
    clock = setup.clock
    residents = RigidArray(repeating: Resident(), count: setup.imageCount)
    (needsDecodes, needsReloads) = (variables.contains(.decodeMs), variables.contains(.reloadMs))
    countsUses = variables.contains(.uses)
    uses = UseCounts(imageCount: countsUses ? setup.imageCount : 0)
  }

  mutating func moved(to viewport: Viewport) {
    places.moved(to: viewport)
    asked(at: viewport.time)
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    places.placementChanged(to: placement)
  }

  /// These items show the image from now on.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    places.didPlace(image, at: items)
  }

  /// How long an image took to decode, and in all to get, where that is measured.
  mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    if needsDecodes {
      if decodes.isEmpty { decodes = Array(repeating: 1, count: residents.count) }
      decodes[Int(image.index)] = decode
    }
    if needsReloads {
      if reloads.isEmpty { reloads = Array(repeating: 1, count: residents.count) }
      reloads[Int(image.index)] = reload
    }
  }

  /// Whether the uses of an image are known that is not resident.
  func remembers(_ image: ImageID) -> Bool { countsUses && uses[image] > 0 }

  /// Images are `0..<count` from now on, never fewer than before.
  /// - Precondition: their bytes are what they are charged.
  mutating func grow(toImageCount count: Int) {
    precondition(bytes.isEmpty, "the sizes of \(bytes.count) images are all that are known")
    let more = Array(repeating: 1.0, count: max(0, count - residents.count))
    if !decodes.isEmpty { decodes += more }
    if !reloads.isEmpty { reloads += more }
    residents.grow(to: count, filling: Resident())
    if countsUses { uses.grow(toImageCount: count) }
    places.grow(toImageCount: count)
  }

  mutating func pressureChanged(to level: PressureLevel) { pressure = level }

  mutating func asked(at time: SimTime) { now = max(now, time) }

  mutating func found(_ request: Request) {
    asked(at: request.time)
    residents[Int(request.image.index)].used = now
    residents[Int(request.image.index)].hits += 1
    residents[Int(request.image.index)].isViewed = true
    if countsUses { uses.found(request.image) }
  }

  mutating func missed(_ request: Request) {
    asked(at: request.time)
    if countsUses { uses.missed(request.image) }
  }

  mutating func stored(_ request: Request, as admission: Admission) {
    asked(at: request.time)
    var resident = newcomer(request, as: admission)
    resident.sequence = storedCount
    storedCount += 1
    residents[Int(request.image.index)] = resident
    if countsUses { uses.stored(request.image) }
  }

  mutating func left(_ image: ImageID) { if countsUses { uses.left(image) } }

  /// One that is stored at this moment.
  func newcomer(_ request: Request, as admission: Admission) -> Resident {
    Resident(
      stored: now, used: now, cost: request.cost, isPrefetched: admission == .prefetched,
      isViewed: admission == .viewed)
  }

  /// How many images were stored before a resident.
  func sequence(of image: ImageID) -> Int { residents[Int(image.index)].sequence }

  /// What is the same for all images.
  func value(_ shared: ScoreVariable) -> Double {
    shared == .pressure ? Double(pressure.rawValue) : places.velocity
  }

  /// A figure of a resident.
  func value(_ variable: ScoreVariable, of image: ImageID) -> Double {
    value(variable, of: image, residents[Int(image.index)])
  }

  func value(
    _ variable: ScoreVariable, of image: ImageID, _ resident: Resident
  ) -> Double {
    switch variable {
    case .distance: abs(places.offset(of: image))
    case .signedDistance: places.offset(of: image)
    case .gap: places.gap(of: image)
    case .visible: places.gap(of: image) == 0 ? 1 : 0
    case .velocity, .pressure: value(variable)
    case .timeToVisible: places.timeToVisible(of: image)
    case .age: elapsed(since: resident.stored)
    case .idle: elapsed(since: resident.used)
    case .hits: Double(resident.hits)
    case .uses: Double(uses[image])
    case .viewed: resident.isViewed ? 1 : 0
    case .prefetched: resident.isPrefetched ? 1 : 0
    case .bytes: Double(max(1, bytes.isEmpty ? resident.cost : bytes[Int(image.index)]))
    case .cost: Double(resident.cost)
    case .decodeMs: decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])
    case .reloadMs: reloads.isEmpty ? 1 : max(0.1, reloads[Int(image.index)])
    }
  }

  func elapsed(since time: SimTime) -> Double {
    let nanoseconds = Double((now - time).nanoseconds)
    return clock == .requests ? nanoseconds : nanoseconds / 1e9
  }
}

/// Formulas worked out for one image, number by number, without closures.
extension ImageFigures {
  /// How much a formula wants a resident to leave: no number counts as the lowest of all.
  /// - Parameters:
  ///   - image: the resident.
  ///   - score: the formula.
  ///   - stack: room for as many numbers as it is deep.
  /// - Returns: a number.
  func worth(
    of image: ImageID, by score: ScoreExpression, on stack: inout [Double]
  ) -> Double {
    let value = value(of: score, for: image, residents[Int(image.index)], on: &stack)
    return value.isNaN ? -.infinity : value
  }

  /// Whether a formula lets an image in that is stored at this moment: where it is above 0, or
  /// no number.
  /// - Parameters:
  ///   - rule: the formula.
  ///   - request: what is offered.
  ///   - admission: whether an appearance wants it.
  ///   - stack: room for as many numbers as the formula is deep.
  /// - Returns: false where it is not stored.
  func passes(
    _ rule: ScoreExpression, _ request: Request, as admission: Admission,
    on stack: inout [Double]
  ) -> Bool {
    let newcomer = newcomer(request, as: admission)
    return !(value(of: rule, for: request.image, newcomer, on: &stack) <= 0)
  }

  private func value(
    of expression: ScoreExpression, for image: ImageID, _ resident: Resident,
    on stack: inout [Double]
  ) -> Double {
    var top = -1
    for instruction in expression.program {
      if case .load(let variable) = instruction {
        top += 1
        stack[top] = value(variable, of: image, resident)
      } else {
        instruction.apply(to: &stack, &top, expression.constants)
      }
    }
    return stack[0]
  }

  /// Writes a figure of some residents one after the other.
  /// - Parameters:
  ///   - variable: the figure.
  ///   - images: the residents.
  ///   - numbers: where to.
  ///   - start: the place of the first.
  func write(
    _ variable: ScoreVariable, of images: [ImageID], into numbers: inout [Double],
    from start: Int
  ) {
    switch variable {
    case .idle:
      for slot in images.indices {
        numbers[start + slot] = elapsed(since: residents[Int(images[slot].index)].used)
      }
    case .age:
      for slot in images.indices {
        numbers[start + slot] = elapsed(since: residents[Int(images[slot].index)].stored)
      }
    default:
      for slot in images.indices { numbers[start + slot] = value(variable, of: images[slot]) }
    }
  }
}

/// How often each image was asked for since the run began, also while it was not in the cache.
///
/// Residents are always remembered. Of the other images at most so many are: first that one is
/// forgotten which was asked for, or left the cache, longest ago. It begins anew at 0. An image
/// that was never asked for, only prefetched, takes no place.
///
/// - Complexity: every verb O(1).
struct UseCounts: ~Copyable {
  private var counts: RigidArray<Int>
  /// Images outside the cache that were asked for, the one to be forgotten next first.
  private var outside: ItemList
  private var outsideCount = 0
  private let mostOutside: Int

  init(imageCount: Int, mostOutside: Int = ScoreVariable.mostRemembered) {
    counts = RigidArray(repeating: 0, count: imageCount)
    outside = ItemList(imageCount: imageCount)
    self.mostOutside = mostOutside
  }

  /// Images are `0..<count` from now on, never fewer than before.
  mutating func grow(toImageCount count: Int) {
    counts.grow(to: count, filling: 0)
    outside.grow(toImageCount: count)
  }

  /// Those of an image.
  subscript(image: ImageID) -> Int { counts[Int(image.index)] }

  /// A resident was asked for.
  mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

  /// An image was asked for that is not in the cache.
  mutating func missed(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
    counts[Int(image.index)] += 1
    joinOutside(image)
  }

  /// An image is in the cache from now on.
  mutating func stored(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
  }

  /// An image is no longer in the cache.
  mutating func left(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { joinOutside(image) }
  }

  private mutating func leaveOutside(_ image: ImageID) {
    outside.remove(image)
    outsideCount -= 1
  }

  private mutating func joinOutside(_ image: ImageID) {
    outside.append(image)
    outsideCount += 1
    guard outsideCount > mostOutside, let forgotten = outside.oldest() else { return }
    leaveOutside(forgotten)
    counts[Int(forgotten.index)] = 0
  }
}
