import ScrollSimCommands
import ScrollTraces

/// How much scenes, and the sessions in them, count in a mean over all of them.
///
/// A scene counts by its sessions, but for no more than a third; the sessions of a scene count
/// alike.
package struct SceneWeights: Sendable, Equatable {
  /// The most that a scene may count for, where there are three or more.
  package static let most = 1.0 / 3

  /// Of each scene; their sum is 1.
  package let shares: [Double]
  /// How many different sessions there are: one may stand in several scenes.
  package let sessionCount: Int
  /// For each scene the numbers of its sessions among the different ones.
  private let numbers: [[Int]]

  /// - Parameter sessions: for each scene what its sessions are known by; none is empty.
  package init(_ sessions: [[String]]) {
    var known: [String: Int] = [:]
    var numbers: [[Int]] = []
    for scene in sessions {
      precondition(!scene.isEmpty, "a scene without a session")
      numbers.append(
        scene.map { session in
          let number = known[session] ?? known.count
          known[session] = number
          return number
        })
    }
    self.numbers = numbers
    sessionCount = known.count
    shares = Self.shares(of: sessions.map(\.count))
  }

  /// The mean over all sessions of one value for each, by scene.
  package func mean(_ values: [[Double]]) -> Double {
    zip(shares, values).reduce(0) { sum, scene in
      sum + scene.0 * scene.1.reduce(0, +) / Double(scene.1.count)
    }
  }

  /// One value for each different session, whose plain mean is that of the given ones, by scene.
  package func bySession(_ values: [[Double]]) -> [Double] {
    var sums = [Double](repeating: 0, count: sessionCount)
    for (scene, own) in values.enumerated() {
      let factor = shares[scene] * Double(sessionCount) / Double(own.count)
      for (session, value) in own.enumerated() { sums[numbers[scene][session]] += factor * value }
    }
    return sums
  }

  private static func shares(of counts: [Int]) -> [Double] {
    guard counts.count > 3 else {
      return counts.map { _ in 1 / Double(counts.count) }
    }
    // What is cut off from the largest falls to the others, which may make another too large.
    var full: Set<Int> = []
    while true {
      let others = counts.indices.filter { !full.contains($0) }
      let sessions = Double(others.reduce(0) { $0 + counts[$1] })
      let each = (1 - most * Double(full.count)) / sessions
      let larger = others.filter { each * Double(counts[$0]) > most }
      guard larger.isEmpty else {
        full.formUnion(larger)
        continue
      }
      return counts.indices.map { full.contains($0) ? most : each * Double(counts[$0]) }
    }
  }
}
