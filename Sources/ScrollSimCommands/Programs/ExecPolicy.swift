package import ScrollCaching
package import ScrollCore

/// Evicts what a program in another process names.
///
/// The program is started with the cache and told what the cache tells its policy: hits, misses,
/// what was stored and what was taken out, other limits, short memory, and, if it wants to know,
/// where the viewport and the items are. It is asked for every victim, unless everything is pinned,
/// and, if it wants to be, whether an image may enter. A victim must be in the cache and not
/// pinned.
///
/// The verbs of a policy cannot throw: whatever goes wrong is handed over to whoever made the
/// policy, and that ends the run.
///
/// - Complexity: a notice O(1); a victim O(pinned images, if any) and an exchange with the other
///   process.
package struct ExecPolicy: EvictionPolicy, ~Copyable {
  private let program: PolicyProgram
  private let onFailure: @Sendable (ProgramFailure) -> Never
  /// Whether the capacity is a sum of costs, not a number of images.
  private let countsCost: Bool
  private var residents: [Bool]
  private var residentCount = 0

  /// Takes over a program that was started for a cache.
  package init(
    _ program: PolicyProgram, _ setup: PolicySetup,
    onFailure: @escaping @Sendable (ProgramFailure) -> Never
  ) {
    self.program = program
    self.onFailure = onFailure
    countsCost = setup.limits.cost != nil
    residents = Array(repeating: false, count: setup.imageCount)
    if let placement = setup.placement { placementChanged(to: placement) }
  }

  /// Any program may want to know.
  package static var isSpatial: Bool { true }

  package mutating func didHit(_ request: Request) { tell(PolicyLine.hit(request)) }

  package mutating func didMiss(_ request: Request) { tell(PolicyLine.miss(request)) }

  package mutating func shouldStore(_ request: Request) -> Bool {
    shouldStore(request, as: .viewed)
  }

  package mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    guard program.statement.wants.contains(.admit) else { return true }
    do { return try program.admits(request, as: admission) } catch { onFailure(error) }
  }

  package mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var pinned: [Int] = []
    if !pins.isEmpty {
      for index in residents.indices where residents[index] {
        if pins.contains(ImageID(index)) { pinned.append(index) }
      }
    }
    guard residentCount > pinned.count else { return nil }
    let victim = victim(sparing: pinned)
    residents[victim] = false
    residentCount -= 1
    return ImageID(victim)
  }

  package mutating func didInsert(_ request: Request, as admission: Admission) {
    residents[Int(request.image.index)] = true
    residentCount += 1
    tell(PolicyLine.insert(request, as: admission))
  }

  package mutating func didRemove(_ image: ImageID) {
    residents[Int(image.index)] = false
    residentCount -= 1
    tell(PolicyLine.remove(image))
  }

  package mutating func viewportMoved(to viewport: Viewport) {
    if program.statement.wants.contains(.viewport) { tell(PolicyLine.viewport(viewport)) }
  }

  package mutating func placementChanged(to placement: ItemPlacement) {
    if program.statement.wants.contains(.viewport) { tell(PolicyLine.placement(placement)) }
  }

  package mutating func capacityChanged(to capacity: Int) {
    let limit = capacity == .max ? nil : capacity
    let limits = countsCost ? CacheLimits(cost: limit) : CacheLimits(count: limit)
    tell(PolicyLine.changed(limits))
  }

  package mutating func pressureChanged(to level: PressureLevel) {
    tell(PolicyLine.warning(level))
  }

  private func tell(_ line: String) {
    do { try program.tell(line) } catch { onFailure(error) }
  }

  /// Asks for a victim; one that cannot be ends the run.
  private func victim(sparing pinned: [Int]) -> Int {
    let named: Int?
    do { named = try program.victim(sparing: pinned) } catch { onFailure(error) }
    guard let answer = named else {
      onFailure(program.failure(.noVictim(candidates: residentCount - pinned.count)))
    }
    guard residents.indices.contains(answer), residents[answer] else {
      onFailure(program.failure(.absent(victim: answer, residents: residentCount)))
    }
    guard !pinned.contains(answer) else { onFailure(program.failure(.pinned(victim: answer))) }
    return answer
  }
}
