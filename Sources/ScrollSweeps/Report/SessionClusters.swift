import ScrollTraces

/// The sessions or the streams of a report, grouped by their gestures or first requests.
///
/// Sessions are one cluster if they share gestures or are parts of one recording. The same
/// scrolling over other pictures, under another title, or for a shorter time is no further
/// evidence. The statistics of a report count clusters, and give each cluster the same weight.
///
/// Lists of requests are one cluster if their first requests are the same: the first 1 024, or as
/// many of them, rounded down to a power of two, as the shorter list has.
package struct SessionClusters: Sendable {
  /// For each session, a session of its cluster with a smaller or equal index.
  private var parents: [Int] = []
  private var sessionOfHash: [UInt64: Int] = [:]
  private var sessionOfRecording: [String: Int] = [:]
  /// The first list of requests whose longest block has a hash.
  private var listOfLongest: [UInt64: Int] = [:]
  /// The lists of requests of which a block has a hash.
  private var listsOfBlock: [UInt64: [Int]] = [:]
  /// The number of clusters.
  package private(set) var count = 0

  /// Creates clusters without sessions.
  package init() {}

  /// Adds the next session.
  /// - Complexity: O(*h*) in the hashes of its gestures.
  package mutating func add(_ trace: TraceRecord) {
    add(trace.gestures, recordings: [trace.recording, trace.path].compactMap { $0 })
  }

  /// Adds the next stream of requests.
  /// - Complexity: O(*h*) in the hashes of its gestures, or in the lists of its cluster.
  package mutating func add(_ stream: StreamRecord) {
    switch stream.origin {
    case .scroll(let gestures, let recording):
      let path = stream.path == "-" ? nil : TraceName.recordPath(stream.path)
      add(gestures, recordings: [recording, path].compactMap { $0 })
    case .requests(let beginning): add(beginning)
    }
  }

  private mutating func add(_ beginning: StreamBeginning) {
    let list = next()
    guard let longest = beginning.hashes.last else { return }
    for hash in beginning.hashes {
      if let shorter = listOfLongest[hash] { join(list, shorter) }
    }
    for longer in listsOfBlock[longest] ?? [] { join(list, longer) }
    listOfLongest[longest] = listOfLongest[longest] ?? list
    for hash in beginning.hashes { listsOfBlock[hash, default: []].append(list) }
  }

  /// Adds a session that is a cluster of its own, and returns its index.
  private mutating func next() -> Int {
    parents.append(parents.count)
    count += 1
    return parents.count - 1
  }

  private mutating func add(_ gestures: GestureSketch, recordings: [String]) {
    let session = next()
    for hash in gestures.hashes {
      if let known = sessionOfHash[hash] {
        join(session, known)
      } else {
        sessionOfHash[hash] = session
      }
    }
    for recording in recordings {
      if let known = sessionOfRecording[recording] {
        join(session, known)
      } else {
        sessionOfRecording[recording] = session
      }
    }
  }

  /// The first session of the cluster that a session belongs to.
  package subscript(session: Int) -> Int {
    var root = session
    while parents[root] != root { root = parents[root] }
    return root
  }

  /// Returns the mean of some values over the sessions of each cluster.
  /// - Parameters:
  ///   - values: the values, one for each of `sessions`.
  ///   - sessions: the indices of the sessions.
  /// - Returns: the means, one for each cluster, ordered by its first session.
  package func means(_ values: [Double], of sessions: [Int]) -> [Double] {
    guard count < parents.count else { return values }
    var sums: [Int: (sum: Double, count: Double)] = [:]
    for (session, value) in zip(sessions, values) {
      let known = sums[self[session]] ?? (0, 0)
      sums[self[session]] = (known.sum + value, known.count + 1)
    }
    return sums.sorted { $0.key < $1.key }.map { $0.value.sum / $0.value.count }
  }

  /// Returns weights of sessions that add up to 1 in each of their clusters.
  package func weights(of sessions: [Int]) -> [Double] {
    var sizes: [Int: Double] = [:]
    for session in sessions { sizes[self[session], default: 0] += 1 }
    return sessions.map { 1 / (sizes[self[$0]] ?? 1) }
  }

  /// Returns the weights of sessions by the digests of their traces; they add up to 1 in each
  /// cluster.
  static func shares(of traces: [TraceRecord]) -> [String: Double] {
    var clusters = SessionClusters()
    var digests: [String] = []
    var known: Set<String> = []
    for trace in traces where known.insert(trace.digest).inserted {
      digests.append(trace.digest)
      clusters.add(trace)
    }
    let weights = clusters.weights(of: Array(digests.indices))
    return Dictionary(uniqueKeysWithValues: zip(digests, weights))
  }

  private mutating func join(_ first: Int, _ second: Int) {
    let (one, other) = (self[first], self[second])
    guard one != other else { return }
    parents[max(one, other)] = min(one, other)
    count -= 1
  }
}

extension SweepPlan {
  /// The weights of the sessions, by the keys of the scenarios; they add up to the same weight in
  /// each cluster of sessions.
  var sessionShares: [ContentKey: Double] {
    let shares = SessionClusters.shares(of: traces)
    return Dictionary(
      scenarios.map { ($0.record.key, shares[$0.record.trace.digest] ?? 1) },
      uniquingKeysWith: { $1 })
  }

  /// The traces of the scenarios, each as often as scenarios have it.
  package var traces: [TraceRecord] { scenarios.map(\.record.trace) }
}
