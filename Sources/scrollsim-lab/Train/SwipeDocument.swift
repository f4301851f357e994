import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// What was learned, as JSON and as a table.
struct SwipeDocument: Encodable {
  let traces: [String]
  let seconds: Double
  /// Moments that were looked at.
  let movingMoments: Int, restingMoments: Int
  /// As for `--prefetch`.
  let prefetcher: String
  let moveAhead: Way, moveBack: Way, restAhead: Way, restBack: Way
  let glideSeconds: Double

  struct Way: Encodable {
    let probability: Double, meanScreens: Double

    init(_ way: SwipeStatistics.Way) {
      probability = way.chance
      meanScreens = way.mean
    }
  }

  init(_ training: SwipeTraining, of traces: [String]) {
    let statistics = training.statistics
    self.traces = traces
    seconds = training.horizon.seconds
    movingMoments = training.moving
    restingMoments = training.resting
    prefetcher = statistics.pairs.reduce("expected") { text, pair in
      "\(text):\(pair.name)=\(NumberText.fixed(pair.value, decimals: 3))"
    }
    moveAhead = Way(statistics.moveAhead)
    moveBack = Way(statistics.moveBack)
    restAhead = Way(statistics.restAhead)
    restBack = Way(statistics.restBack)
    glideSeconds = statistics.glide
  }

  var caption: String {
    """
    \(prefetcher)

    \(Words.count(traces.count, "trace")), \(NumberText.fixed(seconds, decimals: 1)) s ahead of \
    \(Words.count(movingMoments, "moment")) in movement and \(Words.count(restingMoments, "moment")) \
    at rest
    """
  }

  var table: Table {
    var table = Table(
      [
        .left("state"), .left("way"), .right("probability"), .right("mean screens"),
        .right("per s"),
      ])
    func row(_ state: String, _ name: String, _ way: Way, _ glide: Double?) {
      table.append([
        state, name, NumberText.fixed(way.probability, decimals: 3),
        NumberText.fixed(way.meanScreens, decimals: 3),
        glide.map { "+ \(NumberText.fixed($0, decimals: 3)) s x speed" } ?? "",
      ])
    }
    row("moving", "ahead", moveAhead, glideSeconds)
    row("moving", "back", moveBack, nil)
    row("at rest", "ahead", restAhead, nil)
    row("at rest", "back", restBack, nil)
    return table
  }
}
