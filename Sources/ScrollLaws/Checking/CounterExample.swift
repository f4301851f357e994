public import ScrollCaching
import ScrollCore

/// A stream of requests which shows that a policy does not have a property that it does not claim.
///
/// For example, a larger FIFO cache may lack an image that a smaller one has, while LRU has no such
/// case. If a policy leaves out a claim, the search finds an example that shows why.
public struct CounterExample: Sendable, CustomStringConvertible {
  public let script: Script
  /// The finding, in a sentence.
  public let finding: String

  public var description: String { "\(script)\n\(finding)" }

  /// Returns the shortest stream of images of equal size after which a cache holds an image that a
  /// cache with room for one more image does not; `nil` if none is found.
  ///
  /// The search tries all streams of up to `length` requests for `images` images. Then it tries
  /// random streams, and shrinks the one that it finds.
  public static func ofInclusion(
    _ descriptor: PolicyDescriptor, length: Int = 8, images: Int = 4, cases: Int = 2000
  ) -> CounterExample? {
    let subject = Subject(descriptor: descriptor)
    func breach(_ script: Script) -> String? {
      let trial = Trial(subject, script)
      guard trial.recording.fault == nil else { return nil }
      return trial.recording.inclusionBreach(in: trial.play(capacity: trial.capacity + 1))
    }
    let least = max(1, descriptor.facts.smallestUsefulCapacity)
    if least < images {
      for length in 1...length {
        for stream in SmallStreams(length: length, images: images) {
          for room in least..<images {
            let script = Script.requesting(stream, room: room)
            if let finding = breach(script) {
              return CounterExample(script: script, finding: finding)
            }
          }
        }
      }
    }
    return search(ScriptGenerators.streams(for: descriptor, inLayouts: true), cases: cases, breach)
  }

  /// Returns the shortest stream of images of equal size on which a larger cache has more misses
  /// (Belady's anomaly); `nil` if there is none of up to `length` requests.
  ///
  /// Streams that request one image twice in a row are left out, because the stream without the
  /// repetition shows the same.
  ///
  /// L. Belady, R. Nelson, G. Shedler, "An anomaly in space-time characteristics of certain
  /// programs running in a paging machine", CACM 12(6), 1969, doi:10.1145/363011.363155.
  public static func ofMoreRoom(
    _ descriptor: PolicyDescriptor, length: Int, images: Int
  ) -> CounterExample? {
    let subject = Subject(descriptor: descriptor)
    for length in 1...length {
      for stream in SmallStreams(length: length, images: images)
      where !zip(stream, stream.dropFirst()).contains(where: ==) {
        let requests = RequestStream(images: stream.map { ImageID($0) }, imageCount: images)
        var last = Int.max
        for room in 1...images {
          let misses = subject.misses(requests, count: room)
          if misses > last {
            return CounterExample(
              script: .requesting(stream, room: room - 1),
              finding: "\(last) misses with room for \(room - 1), \(misses) with room for \(room)")
          }
          last = misses
        }
      }
    }
    return nil
  }

  /// Returns the shortest walk on which the policy has more misses than `belady`.
  ///
  /// A walk moves a viewport with several visible items by one item at a time, and each item that
  /// appears is requested.
  ///
  /// - Returns: The walk; `nil` if there is none of up to `steps` steps.
  public static func ofWalks(
    _ descriptor: PolicyDescriptor, visibleItems: Int, steps: Int, images: Int
  ) -> CounterExample? {
    let subject = Subject(descriptor: descriptor)
    for steps in 1...steps {
      // Bit i of the code tells whether step i moves forward or back.
      for code in 0..<(1 << steps) {
        guard let stream = appearances(code, steps, visibleItems, images) else { continue }
        let requests = RequestStream(images: stream.map { ImageID($0) }, imageCount: images)
        for room in visibleItems..<images {
          let misses = subject.misses(requests, count: room)
          let least = MIN.misses(requests, capacity: room)
          if misses > least {
            return CounterExample(
              script: .requesting(stream, room: room),
              finding: "\(misses) misses, 'belady' has \(least)")
          }
        }
      }
    }
    return nil
  }

  /// Returns the items that appear on a walk from item 0, in order; `nil` if the walk leaves the
  /// content.
  private static func appearances(
    _ code: Int, _ steps: Int, _ visibleItems: Int, _ images: Int
  ) -> [Int]? {
    var first = 0
    var stream = Array(0..<visibleItems)
    for step in 0..<steps {
      let isForward = code >> step & 1 == 0
      first += isForward ? 1 : -1
      guard first >= 0, first + visibleItems <= images else { return nil }
      stream.append(isForward ? first + visibleItems - 1 : first)
    }
    return stream
  }

  private static func search(
    _ generator: Generator<Script>, cases: Int, _ breach: @escaping (Script) -> String?
  ) -> CounterExample? {
    let script = generator.counterExample(cases: cases) { breach($0) != nil }
    return script.map { CounterExample(script: $0, finding: breach($0) ?? "") }
  }
}

extension Script {
  /// Returns a script of requests for images of cost 1, with a cache for `room` images.
  static func requesting(_ stream: [Int], room: Int) -> Script {
    Script(
      costs: Array(repeating: 1, count: (stream.max() ?? 0) + 1),
      limits: CacheLimits(count: room), operations: stream.map { .request($0) })
  }
}

/// All streams with `length` requests for at most `images` different images, without those that
/// differ from another one only in the names of the images.
///
/// Images are numbered in the order of first appearance. So of several streams that differ only in
/// names, only one remains.
package struct SmallStreams: Sequence {
  /// The number of requests.
  let length: Int
  /// The largest number of images.
  let images: Int

  package init(length: Int, images: Int) {
    (self.length, self.images) = (length, images)
  }

  /// Returns an iterator in lexicographic order.
  ///
  /// The first stream is 0 0 0 ...
  package func makeIterator() -> AnyIterator<[Int]> {
    var stream = Array(repeating: 0, count: length)
    var isFirst = true
    return AnyIterator {
      if isFirst {
        isFirst = false
        return length > 0 ? stream : nil
      }
      // Raise the last place that can be raised, to at most one above all places before it.
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
  /// Checks every stream of 8 requests for 4 images of equal size, and every stream of 7 requests
  /// for 4 images with costs of 1 to 3, unless the plan has other numbers.
  ///
  /// A law about single steps also covers every shorter stream, as the beginning of a longer one.
  /// For laws about totals, the shorter streams of equal size are checked as well.
  ///
  /// Caches smaller than the policy's smallest useful capacity are left out, because the policy
  /// works differently with them.
  func checkSmallWorlds(_ report: inout LawReport, _ corpus: Corpus?) -> LawFailure? {
    let least = subject.descriptor.facts.smallestUsefulCapacity
    for length in 1...plan.requestsOfEqualCost {
      for stream in SmallStreams(length: length, images: 4) {
        let count = (stream.max() ?? 0) + 1
        let arenas: [ScriptKind] =
          stream.isWalk ? [.operations, .stream, .walk] : [.operations, .stream]
        for room in 1...Swift.max(1, Swift.min(3, count)) where room >= least {
          let world = Script.small(
            stream, costs: Array(repeating: 1, count: count), CacheLimits(count: room))
          let isLongest = length == plan.requestsOfEqualCost
          if let failure = check(world, isLongest ? arenas : [.stream], &report, corpus) {
            return failure
          }
        }
      }
    }
    for stream in SmallStreams(length: plan.requestsOfUnequalCost, images: 4) {
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
    _ script: Script, _ arenas: [ScriptKind], _ report: inout LawReport, _ corpus: Corpus?
  ) -> LawFailure? {
    report.statistics.smallWorlds += 1
    subject.watch?.note(origin: "a small world", file: corpus?.begin(script))
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
  /// A Boolean value that indicates whether each number is the previous one, one more or one less.
  fileprivate var isWalk: Bool { zip(self, dropFirst()).allSatisfy { abs($0 - $1) <= 1 } }
}
