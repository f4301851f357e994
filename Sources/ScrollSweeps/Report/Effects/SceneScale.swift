/// How much each scene of a grid stalls in the mean, by which its stalls are divided.
///
/// A scene is a combination of conditions. Divided by its own mean, none outweighs the rest: a
/// slow network alone would otherwise decide which lever is said to matter. Scenes in which no run
/// stalls for as long as anyone should act on are calm: nothing can be told from them.
struct SceneScale: Sendable {
  /// The mean stalls of each scene, in seconds.
  let means: [Double]
  /// The mean of the least seconds that matter in each.
  let leastSeconds: [Double]
  /// The scenes that stall.
  let isCalm: [Bool]

  init(_ grid: EffectGrid) {
    var sums = Array(repeating: 0.0, count: grid.sceneCount)
    var least = sums, most = sums
    for place in grid.stalls.indices {
      let scene = grid.scene(at: place)
      sums[scene] += grid.stalls[place]
      least[scene] += grid.leastSeconds[place]
      most[scene] = max(most[scene], grid.stalls[place])
    }
    let runs = Double(grid.stalls.count / grid.sceneCount)
    means = sums.map { $0 / runs }
    leastSeconds = least.map { $0 / runs }
    isCalm = zip(most, leastSeconds).map { $0 < $1 || $0 == 0 }
  }

  var stallingCount: Int { isCalm.count { !$0 } }

  /// Over all scenes, in seconds.
  var mean: Double { means.reduce(0, +) / Double(means.count) }
  var leastMean: Double { leastSeconds.reduce(0, +) / Double(leastSeconds.count) }
}
