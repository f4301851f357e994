import ScrollCaching

/// All worlds up to a size, up to the names of the images.
///
/// Names are given in the order of first appearance, so that of all streams that differ only
/// in names one is left.
package struct SmallWorlds: Sequence {
  /// So many requests.
  let length: Int
  /// At most so many images.
  let images: Int

  package init(length: Int, images: Int) {
    (self.length, self.images) = (length, images)
  }

  /// In lexicographic order: the first is 0 0 0 ...
  package func makeIterator() -> AnyIterator<[Int]> {
    var stream = Array(repeating: 0, count: length)
    var isFirst = true
    return AnyIterator {
      if isFirst {
        isFirst = false
        return length > 0 ? stream : nil
      }
      // Raise the last place that can be raised: at most one above all before it.
      for place in stream.indices.reversed() where place > 0 {
        let highest = stream[..<place].max() ?? 0
        if stream[place] < Swift.min(highest + 1, images - 1) {
          stream[place] += 1
          for later in stream.index(after: place)..<stream.endIndex { stream[later] = 0 }
          return stream
        }
      }
      return nil
    }
  }
}

extension LawCheck {
  /// Every stream of 8 requests over 4 images of equal size, and of 7 with costs of 1 to 3.
  ///
  /// Laws on steps see every shorter stream as the beginning of one of these; for laws on
  /// totals the shorter ones of equal size are tried as well.
  ///
  /// Worlds below the policy's smallest useful capacity are left out: there it is something else.
  func checkSmallWorlds(_ report: inout LawReport, _ corpus: Corpus?) -> LawFailure? {
    let least = subject.descriptor.facts.smallestUsefulCapacity
    for length in 1...8 {
      for stream in SmallWorlds(length: length, images: 4) {
        let count = (stream.max() ?? 0) + 1
        let arenas: [Arena] =
          stream.isWalk ? [.operations, .stream, .walk] : [.operations, .stream]
        for room in 1...Swift.max(1, Swift.min(3, count)) where room >= least {
          let world = Script.small(
            stream, costs: Array(repeating: 1, count: count), CacheLimits(count: room))
          if let failure = check(world, length == 8 ? arenas : [.stream], &report, corpus) {
            return failure
          }
        }
      }
    }
    for stream in SmallWorlds(length: plan.requestsOfUnequalCost, images: 4) {
      let count = (stream.max() ?? 0) + 1
      for code in 0..<(0..<count).reduce(1, { power, _ in power * 3 }) {
        var rest = code
        let costs = (0..<count).map { _ in
          defer { rest /= 3 }
          return 1 + rest % 3
        }
        for room in [2, 3, 5] where room < costs.reduce(0, +) && room >= least {
          let world = Script.small(stream, costs: costs, CacheLimits(cost: room))
          if let failure = check(world, [.operations], &report, corpus) { return failure }
        }
      }
    }
    return nil
  }

  private func check(
    _ script: Script, _ arenas: [Arena], _ report: inout LawReport, _ corpus: Corpus?
  ) -> LawFailure? {
    report.statistics.smallWorlds += 1
    corpus?.begin(script)
    guard let (law, finding) = broken(Trial(subject, script), in: arenas, &report.statistics) else {
      return nil
    }
    return shortened(
      failure(
        law, finding, script, origin: "a small world", found: script.operations.count,
        attempts: 0))
  }
}

extension Script {
  fileprivate static func small(
    _ stream: [Int], costs: [Int], _ limits: CacheLimits
  ) -> Script {
    Script(costs: costs, limits: limits, operations: stream.map { .request($0) })
  }
}

extension [Int] {
  /// Whether each step goes one on, one back, or stays.
  fileprivate var isWalk: Bool { zip(self, dropFirst()).allSatisfy { abs($0 - $1) <= 1 } }
}
