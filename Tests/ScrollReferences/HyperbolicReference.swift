import ScrollCaching
import ScrollCore

/// `hyperbolic`: of `samples` drawn residents, the least uses x cost / bytes / age.
///
/// Age is in requests since the image was stored, at least 1; storing is a use. With no more
/// residents than `samples`, all are candidates and nothing is drawn; with more, and only pinned
/// ones drawn, all are candidates. Among equals the one stored first. The residents are in an array
/// in order of storing, but the last one takes the place of one that leaves. The first view of an
/// unseen image counts as its storing.
struct HyperbolicReference: EvictionPolicy {
  private let setup: PolicySetup
  private var residents: [ImageID] = []
  private var entries: [ImageID: (stored: Int, number: Int, uses: Int, perByte: Double)] = [:]
  private var requests = 0, number = 0
  private var random: SeededRandom
  private var unseen: UnseenImages

  init(_ setup: PolicySetup) {
    self.setup = setup
    random = SeededRandom(seed: setup.seed)
    unseen = UnseenImages(setup.settings)
  }

  static let descriptor = PolicyDescriptor.reference(of: "hyperbolic") { HyperbolicReference($0) }

  private mutating func begin(_ image: ImageID, perByte: Double) {
    number += 1
    entries[image] = (requests, number, 1, perByte)
  }

  mutating func didMiss(_ request: Request) { requests += 1 }

  mutating func didHit(_ request: Request) {
    requests += 1
    guard let entry = entries[request.image] else { return }
    if unseen.unmark(request.image) {
      begin(request.image, perByte: entry.perByte)
    } else {
      entries[request.image]?.uses += 1
    }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append(request.image)
    begin(
      request.image, perByte: missCost(setup, request) / Double(max(1, request.cost)))
    unseen.insert(request.image, as: admission)
  }

  mutating func didRemove(_ image: ImageID) {
    residents.removeAndFill(image)
    entries[image] = nil
    unseen.unmark(image)
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    let samples = setup.settings.integer("samples")
    var candidates: [ImageID] = []
    if residents.count > samples {
      for _ in 0..<samples { candidates.append(residents[random.below(residents.count)]) }
      candidates = candidates.unpinned(pins)
    }
    if candidates.isEmpty { candidates = residents.unpinned(pins) }
    let ranked = candidates.sorted { rank($0) < rank($1) }
    let victim = unseen.leaver(among: ranked)
    if let victim { didRemove(victim) }
    return victim
  }

  private func rank(_ image: ImageID) -> (Double, Int) {
    guard let entry = entries[image] else { return (0, 0) }
    let age = max(1, requests - entry.stored)
    return (Double(entry.uses) * entry.perByte / Double(age), entry.number)
  }
}

extension UnseenImages {
  /// Returns the first image without a grace, or the first of all; the images before it use up
  /// their graces.
  ///
  /// An image may occur more than once, and is passed over wherever it occurs.
  mutating func leaver(among ranked: [ImageID]) -> ImageID? {
    var passed: Set<ImageID> = []
    for image in ranked where !passed.contains(image) {
      if !useGrace(of: image) { return image }
      passed.insert(image)
    }
    return ranked.first
  }
}

extension [ImageID] {
  /// Removes an image; the last one takes its place.
  mutating func removeAndFill(_ image: ImageID) {
    guard let place = firstIndex(of: image) else { return }
    self[place] = self[count - 1]
    removeLast()
  }
}
