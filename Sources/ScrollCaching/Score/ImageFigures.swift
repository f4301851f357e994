import BasicContainers
import ScrollCore

/// The figures of every image that a score may use, at the current moment.
struct ImageFigures: ~Copyable {
  /// The facts about a resident.
  struct Resident {
    var stored = SimTime.zero, used = SimTime.zero
    var hits = 0, cost = 0
    var isPrefetched = false, isViewed = false
    /// The number of images that were stored before this one.
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
  /// A Boolean value that indicates whether uses are counted, because a formula needs them.
  private let countsUses: Bool
  private var pressure = PressureLevel.normal

  /// Creates the figures before the first request.
  /// - Parameters:
  ///   - setup: The known facts about the images.
  ///   - variables: The variables that formulas use; the values of other variables are undefined.
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

  /// Records the items that show an image from now on.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    places.didPlace(image, at: items)
  }

  /// Records the measured milliseconds that an image took to decode, and in total to load.
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

  /// Returns whether the uses of an image that is not resident are known.
  func remembers(_ image: ImageID) -> Bool { countsUses && uses[image] > 0 }

  /// Grows the figures to `count` images; the number of images never decreases.
  /// - Precondition: The bytes of images are their charges.
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

  /// Returns the facts about an image that is stored at this moment.
  func newcomer(_ request: Request, as admission: Admission) -> Resident {
    Resident(
      stored: now, used: now, cost: request.cost, isPrefetched: admission == .prefetched,
      isViewed: admission == .viewed)
  }

  /// Returns the number of images that were stored before a resident.
  func sequence(of image: ImageID) -> Int { residents[Int(image.index)].sequence }

  /// Returns the value of a variable that is the same for all images.
  func value(_ shared: ScoreVariable) -> Double {
    shared == .pressure ? Double(pressure.rawValue) : places.velocity
  }

  /// Returns a figure of a resident.
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

/// Formulas evaluated for one image, number by number, without closures.
extension ImageFigures {
  /// Returns the score of a resident by a formula; a value that is not a number counts as the
  /// lowest of all.
  /// - Parameters:
  ///   - image: The resident.
  ///   - score: The formula.
  ///   - stack: A stack with room for the formula's depth.
  /// - Returns: A number.
  func worth(
    of image: ImageID, by score: ScoreExpression, on stack: inout [Double]
  ) -> Double {
    let value = value(of: score, for: image, residents[Int(image.index)], on: &stack)
    return value.isNaN ? -.infinity : value
  }

  /// Returns whether a formula admits an image that is stored at this moment.
  ///
  /// A formula admits the image if its value is above 0, or not a number.
  ///
  /// - Parameters:
  ///   - rule: The formula.
  ///   - request: The offered image.
  ///   - admission: The reason of the delivery.
  ///   - stack: A stack with room for the formula's depth.
  /// - Returns: `false` if the image is not stored.
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

  /// Writes a figure of some residents, one after the other.
  /// - Parameters:
  ///   - variable: The figure.
  ///   - images: The residents.
  ///   - numbers: The array that receives the figures.
  ///   - start: The place of the first figure.
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

/// The number of requests for each image since the run began, in the cache or not.
///
/// Residents are always remembered. At most `mostOutside` other images are remembered; the one that
/// was requested, or left the cache, longest ago is forgotten first. A forgotten image starts again
/// at 0. An image that was prefetched but never requested does not count among these.
///
/// - Complexity: every operation O(1).
struct UseCounts: ~Copyable {
  private var counts: RigidArray<Int>
  /// The requested images outside the cache, with the next to be forgotten first.
  private var outside: ItemList
  private var outsideCount = 0
  private let mostOutside: Int

  init(imageCount: Int, mostOutside: Int = ScoreVariable.mostRemembered) {
    counts = RigidArray(repeating: 0, count: imageCount)
    outside = ItemList(imageCount: imageCount)
    self.mostOutside = mostOutside
  }

  /// Grows the table to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    counts.grow(to: count, filling: 0)
    outside.grow(toImageCount: count)
  }

  /// The number of requests for an image.
  subscript(image: ImageID) -> Int { counts[Int(image.index)] }

  /// Counts a request for a resident.
  mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

  /// Counts a request for an image that is not in the cache.
  mutating func missed(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
    counts[Int(image.index)] += 1
    joinOutside(image)
  }

  /// Records that an image is in the cache from now on.
  mutating func stored(_ image: ImageID) {
    if counts[Int(image.index)] > 0 { leaveOutside(image) }
  }

  /// Records that an image is no longer in the cache.
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
