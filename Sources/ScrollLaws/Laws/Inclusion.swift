import ScrollCaching
import ScrollCore

extension Law {
  /// The law that a larger cache holds all images that a smaller one holds.
  static let inclusion = Law(
    "inclusion", "Equal sizes: a cache for one more image holds all that this one holds.",
    of: "all that claim it", on: .stream, where: { $0.facts.claims.contains(.inclusion) }
  ) { trial in
    let small = trial.recording
    guard small.fault == nil else { return .idle }
    let wrong = small.inclusionBreach(in: trial.play(capacity: trial.capacity + 1))
    return Verdict(wrong, exercised: small.steps.contains { $0.hit == true })
  }

  /// The law that Mattson's stack gives the number of misses for every capacity in one pass.
  static let stack = Law(
    "stack", "Equal sizes: its misses are those of Mattson's stack at every capacity.",
    of: "all that claim to be least recently used", on: .stream,
    where: { $0.facts.claims.contains(.leastRecentlyUsed) }
  ) { trial in
    guard trial.recording.fault == nil else { return .idle }
    let expected = StackDistances(trial.stream)
    for capacity in 1...max(1, min(expected.distinct, trial.capacity + 3)) {
      let misses = trial.play(capacity: capacity).misses
      guard misses == expected.misses(capacity: capacity) else {
        return .broken(
          """
          \(misses) misses with room for \(capacity), by the stack there are \
          \(expected.misses(capacity: capacity))
          """)
      }
    }
    return Verdict(nil, exercised: trial.evicts)
  }
}

extension Recording {
  /// Returns a description of the first request after which a larger cache lacks an image of this
  /// one; `nil` if there is none.
  ///
  /// Both caches get the same requests.
  func inclusionBreach(in larger: Recording) -> String? {
    // A request has one step or two: compare after each operation's last one.
    func states(_ recording: Recording) -> [(operation: Int, residents: ResidentSet)] {
      var states: [(operation: Int, residents: ResidentSet)] = []
      var requests = 0
      for step in recording.steps {
        switch step.verb {
        case .lookUp:
          requests += 1
          states.append((step.operation, step.residents))
        case .store where !states.isEmpty: states[states.count - 1].residents = step.residents
        default: break
        }
      }
      return states
    }
    for (small, large) in zip(states(self), states(larger))
    where !small.residents.isSubset(of: large.residents) {
      var lost = small.residents
      for image in 0..<setup.imageCount where large.residents.contains(image) { lost.remove(image) }
      let image = ResidentSet().difference(from: lost) ?? 0
      return "operation \(small.operation + 1): only the smaller cache holds \(image)"
    }
    return nil
  }
}

/// The depths of all requests in the stack, which has the images in the order of their last use.
///
/// R. L. Mattson, J. Gecsei, D. R. Slutz, I. L. Traiger, "Evaluation techniques for storage
/// hierarchies", IBM Systems Journal 9(2), 1970, doi:10.1147/sj.92.0078.
///
/// - Complexity: O(requests x images), because the stack is a plain list as in the paper.
private struct StackDistances {
  /// The number of requests that found their image at each depth.
  ///
  /// Depths begin at 1.
  private var hits: [Int]
  private let requests: Int
  private(set) var distinct = 0

  init(_ stream: RequestStream) {
    hits = Array(repeating: 0, count: stream.imageCount + 1)
    requests = stream.images.count
    var stack: [ImageID] = []
    for image in stream.images {
      if let depth = stack.firstIndex(of: image) {
        hits[depth + 1] += 1
        stack.remove(at: depth)
      } else {
        distinct += 1
      }
      stack.insert(image, at: 0)
    }
  }

  func misses(capacity: Int) -> Int {
    requests - hits[0...min(capacity, hits.count - 1)].reduce(0, +)
  }
}
