/// Finds the best of many configurations by trying most of them on little only.
///
/// All configurations are tried on a few instances; the better half goes on to twice as many, and
/// so on until the last rung has all of them, which the best that is left wins. What is given up
/// early may have been the best on all instances: a search over all of them costs
/// configurations times instances, this one about the logarithm of that.
///
/// K. Jamieson, A. Talwalkar, "Non-stochastic best arm identification and hyperparameter
/// optimization", AISTATS 2016 (Proceedings of Machine Learning Research 51), for the halving. The
/// paper divides a given effort equally among its rungs and ends with one configuration; here the
/// last rung has all instances, those of each rung before it are half as many, rounded up, and the
/// first are tried first, so that no run is made twice.
///
///     var halving = SuccessiveHalving(configurations: 64, instances: 24)
///     while let rung = halving.rung {
///       let stalls = rung.configurations.map { stalls($0, on: 0..<rung.instances) }
///       halving.finish(bestFirst: rung.configurations.sorted { stalls[$0] < stalls[$1] })
///     }
///     halving.winner
package struct SuccessiveHalving: Sendable {
  /// What is tried now.
  package struct Rung: Equatable, Sendable {
    /// Ascending.
    package let configurations: [Int]
    /// On so many of the instances, the first ones.
    package let instances: Int
  }

  /// Nil once there is a winner.
  package private(set) var rung: Rung?
  /// The best on all instances; nil before that is known.
  package private(set) var winner: Int?
  /// How many instances the rungs after this one have.
  private var later: [Int]

  /// - Precondition: there is a configuration and an instance.
  package init(configurations: Int, instances: Int) {
    precondition(configurations > 0, "there is no configuration")
    precondition(instances > 0, "there is no instance")
    var sizes = [instances]
    var left = configurations
    // The last rung has two or more to choose from.
    while left > 2, sizes[0] > 1 {
      sizes.insert((sizes[0] + 1) / 2, at: 0)
      left = (left + 1) / 2
    }
    rung = Rung(configurations: Array(0..<configurations), instances: sizes[0])
    later = Array(sizes.dropFirst())
  }

  /// Takes note of how a rung went, and begins the next.
  /// - Parameter best: the rung's configurations, the best first.
  /// - Returns: which go on, or the one that won.
  /// - Precondition: there is a rung, and `best` has each of its configurations once.
  @discardableResult
  package mutating func finish(bestFirst best: [Int]) -> [Int] {
    guard let rung else { preconditionFailure("the search is over") }
    precondition(
      best.sorted() == rung.configurations,
      "\(best) are not the configurations \(rung.configurations)")
    guard let instances = later.first else {
      self.rung = nil
      winner = best[0]
      return [best[0]]
    }
    later.removeFirst()
    let half = best.prefix((best.count + 1) / 2).sorted()
    self.rung = Rung(configurations: half, instances: instances)
    return half
  }
}
