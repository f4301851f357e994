package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A periodic stream of requests: an opening, and then repetitions of a round.
package struct RequestRounds: HuntedCase {
  typealias Setup = RequestHuntSetup

  var opening: [Int]
  var round: [Int]
  /// The index of the opponent that judges the stream.
  var opponent: Int

  package init(opening: [Int] = [], round: [Int], opponent: Int = 0) {
    self.opening = opening
    self.round = round
    self.opponent = opponent
  }

  /// Returns the first requests of the stream.
  package func requests(_ count: Int) -> [Int] {
    let rest = (0..<max(0, count - opening.count)).map { round[$0 % round.count] }
    return Array((opening + rest).prefix(count))
  }

  /// The same stream with images numbered by their first appearance, as a reader of requests
  /// numbers them.
  package var numbered: RequestRounds {
    var numbers: [Int: Int] = [:]
    func number(_ image: Int) -> Int {
      if let known = numbers[image] { return known }
      numbers[image] = numbers.count
      return numbers.count - 1
    }
    let first = opening.map(number)
    return RequestRounds(opening: first, round: round.map(number), opponent: opponent)
  }

  /// Returns the stream for `replay`.
  package func stream(_ count: Int) -> RequestStream {
    let images = numbered.requests(count)
    return RequestStream(
      images: images.map { ImageID($0) }, imageCount: (images.max() ?? -1) + 1)
  }
}

extension RequestRounds {
  static func drawn(in setup: RequestHuntSetup, _ draws: inout HuntDraws) -> RequestRounds {
    var rounds = RequestRounds(round: [])
    for _ in 0..<draws.within(1...setup.images) {
      rounds.round.append(draws.within(0...setup.images - 1))
    }
    rounds.opponent = draws.within(0...max(0, setup.opponents.count - 1))
    return rounds
  }

  func changed(in setup: RequestHuntSetup, _ draws: inout HuntDraws) -> RequestRounds {
    var rounds = self
    repeat {
      switch draws.within(0...11) {
      case 0..<9: Self.change(&rounds.round, in: setup, &draws)
      case 9..<11: Self.change(&rounds.opening, in: setup, &draws)
      default: rounds.opponent = draws.within(0...max(0, setup.opponents.count - 1))
      }
    } while draws.chance(0.35)
    if rounds.round.isEmpty { rounds.round = [0] }
    return rounds
  }

  func crossed(
    with other: RequestRounds, in setup: RequestHuntSetup, _ draws: inout HuntDraws
  ) -> RequestRounds {
    let head = round.prefix(draws.within(0...round.count))
    let tail = other.round.suffix(draws.within(0...other.round.count))
    let joined = Array((head + tail).prefix(setup.longestRound))
    return RequestRounds(
      opening: draws.chance(0.5) ? opening : other.opening,
      round: joined.isEmpty ? round : joined,
      opponent: draws.chance(0.5) ? opponent : other.opponent)
  }

  private static func change(
    _ requests: inout [Int], in setup: RequestHuntSetup, _ draws: inout HuntDraws
  ) {
    let image = draws.within(0...setup.images - 1)
    guard !requests.isEmpty else {
      requests = [image]
      return
    }
    let place = draws.within(0...requests.count - 1)
    switch draws.within(0...6) {
    case 0..<2: requests[place] = image
    case 2: requests.insert(image, at: place)
    case 3..<5: requests.remove(at: place)
    case 5: requests.swapAt(place, draws.within(0...requests.count - 1))
    default:
      let end = draws.within(place...requests.count - 1)
      requests.insert(contentsOf: Array(requests[place...end]), at: end + 1)
    }
    requests = Array(requests.prefix(setup.longestRound))
  }

  /// Returns simpler streams: first without an opening, then with shorter openings and rounds.
  func simpler(in setup: RequestHuntSetup) -> [[RequestRounds]] {
    var steps: [[RequestRounds]] = []
    if !opening.isEmpty { steps.append([RequestRounds(round: round, opponent: opponent)]) }
    for isOpening in [true, false] {
      let requests = isOpening ? opening : round
      var size = requests.count / 2
      while size >= 1 {
        steps.append(
          stride(from: 0, to: requests.count, by: size).compactMap { start in
            var rest = requests
            rest.removeSubrange(start..<min(start + size, requests.count))
            guard isOpening || !rest.isEmpty else { return nil }
            return RequestRounds(
              opening: isOpening ? rest : opening, round: isOpening ? round : rest,
              opponent: opponent)
          })
        size /= 2
      }
    }
    return steps
  }
}

/// The constants of a hunt for request streams: images that count 1 each, and a cache capacity.
package struct RequestHuntSetup: Sendable {
  let policy: Choice<PolicyDescriptor>
  /// The opponents of the policy; an empty list means `belady`.
  ///
  /// `belady` has the fewest misses of any cache that stores what it misses.
  let opponents: [Choice<PolicyDescriptor>]
  /// The capacity of the cache in images.
  let capacity: Int
  /// The number of requests of a stream.
  package let length: Int

  /// Creates a setup.
  /// - Parameters:
  ///   - policy: The policy whose worst stream is hunted.
  ///   - opponents: The opponents; an empty list means `belady`.
  ///   - capacity: The capacity of the cache in images.
  ///   - length: The number of requests of a stream.
  package init(
    policy: Choice<PolicyDescriptor>, opponents: [Choice<PolicyDescriptor>], capacity: Int,
    length: Int = 1000
  ) {
    self.policy = policy
    self.opponents = opponents
    self.capacity = capacity
    self.length = length
  }

  /// Returns the built-in policies that can be opponents.
  ///
  /// They never exceed their capacity, do not need to know the future, and have enough capacity to
  /// work as their names say. The policy itself is left out.
  package static func opponents(
    of policy: Choice<PolicyDescriptor>, capacity: Int
  ) -> [Choice<PolicyDescriptor>] {
    PolicyCatalog.builtIn.entries.compactMap { entry in
      guard !entry.facts.needsFuture, [.always, .afterStores].contains(entry.facts.limits),
        let choice = try? PolicyCatalog.builtIn.choose(entry.name), choice.text != policy.text,
        choice.shortage(inRoomFor: Double(capacity), countsImages: true) == nil
      else { return nil }
      return choice
    }
  }

  /// The number of different images that a stream may request.
  var images: Int { 2 * capacity + 2 }
  /// The largest number of requests of a round, and of the opening.
  var longestRound: Int { 4 * capacity + 4 }
}
