import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension HuntGenome {
  /// Fewer strokes first, from halves to single ones and pairs; then plainer images, then rounder
  /// numbers.
  package func simpler(in scene: HuntScene) -> [[HuntGenome]] {
    var steps: [[HuntGenome]] = []
    var size = strokes.count / 2
    while size >= 1 {
      steps.append(withoutRuns(of: size))
      size /= 2
    }
    steps.append(withoutPairs)
    steps.append(plainerContents.map { changing(\.content, to: $0) })
    if case .drawn = scene.room, room > Self.rooms.lowerBound {
      steps.append(
        [
          changing(\.room, to: Self.rooms.lowerBound), changing(\.room, to: room / 10 * 10),
        ].filter { $0 != self })
    }
    steps.append(withRounderStrokes)
    return steps
  }

  private func changing<Value>(
    _ property: WritableKeyPath<HuntGenome, Value>, to value: Value
  ) -> HuntGenome {
    var genome = self
    genome[keyPath: property] = value
    return genome
  }

  private func withoutRuns(of size: Int) -> [HuntGenome] {
    stride(from: 0, to: strokes.count, by: size).compactMap { start in
      var rest = strokes
      rest.removeSubrange(start..<min(start + size, strokes.count))
      return rest.isEmpty ? nil : changing(\.strokes, to: rest)
    }
  }

  /// A way there and a way back may be needed or superfluous together.
  private var withoutPairs: [HuntGenome] {
    guard strokes.count > 2 else { return [] }
    var genomes: [HuntGenome] = []
    for first in strokes.indices {
      for second in strokes.indices where second > first + 1 {
        var rest = strokes
        rest.remove(at: second)
        rest.remove(at: first)
        genomes.append(changing(\.strokes, to: rest))
      }
    }
    return genomes
  }

  private var plainerContents: [HuntContent] {
    var contents: [HuntContent] = []
    func add(_ change: (inout HuntContent) -> Void) {
      var plainer = content
      change(&plainer)
      if plainer != content { contents.append(plainer) }
    }
    if content.shared > 0 { add { $0.shared = 0 } }
    if content.sizes.count > 1 { for size in content.sizes { add { $0.sizes = [size] } } }
    if content.formats.count > 1 {
      for format in content.formats { add { $0.formats = [format] } }
    }
    add { $0.seed = 0 }
    for (share, whole) in [(1, 2), (3, 4), (9, 10)] {
      add { $0.items = max(2, $0.items * share / whole) }
    }
    return contents
  }

  /// Each stroke's numbers as people would choose them: first all, then one at a time.
  private var withRounderStrokes: [HuntGenome] {
    let rounder = strokes.map(\.rounder)
    guard rounder != strokes else { return [] }
    var genomes = [changing(\.strokes, to: rounder)]
    for place in strokes.indices where strokes[place] != rounder[place] {
      var rest = strokes
      rest[place] = rounder[place]
      genomes.append(changing(\.strokes, to: rest))
    }
    return genomes
  }
}

extension HuntStroke {
  /// Pauses in half seconds, speeds in thousands, drags in hundreds.
  fileprivate var rounder: HuntStroke {
    func rounded(_ number: Int, to unit: Int) -> Int {
      let size = max(1, (abs(number) + unit / 2) / unit) * unit
      return number < 0 ? -size : size
    }
    let shortest = pause < 300 ? Thumb.shortestPause : rounded(pause, to: 500)
    return switch move {
    case .flick(let speed): HuntStroke(pause: shortest, .flick(rounded(speed, to: 1000)))
    case .drag(let points): HuntStroke(pause: shortest, .drag(rounded(points, to: 100)))
    case .top, .turn, .warning, .background: HuntStroke(pause: shortest, move)
    }
  }
}
