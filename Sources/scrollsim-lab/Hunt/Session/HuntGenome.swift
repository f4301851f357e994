import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

/// A session before it is played: its content, strokes and budget, and its opponent.
package struct HuntGenome: HuntedCase {
  package var content: HuntContent
  package var strokes: [HuntStroke]
  /// The budget in tenths of the fullest screen, if none is given.
  var room: Int
  /// The index of the opponent that judges the session.
  ///
  /// A session counts as bad only in comparison with the opponent that does best in it. The search
  /// varies the opponent to find that one.
  var opponent: Int

  /// The allowed budgets in tenths of the fullest screen: from three to twelve screens.
  static let rooms = 30...120
}

extension HuntGenome {
  /// Returns the session with one or a few changes.
  package func changed(in setup: HuntSetup, _ draws: inout HuntDraws) -> HuntGenome {
    var genome = self
    repeat {
      switch draws.within(0...9) {
      case 0..<6: HuntStroke.change(&genome.strokes, most: setup.mostStrokes, &draws)
      case 6..<8: genome.content.change(&draws)
      case 8:
        genome.room = draws.part(of: room, percent: 60...160, within: Self.rooms)
      default:
        genome.opponent = draws.within(0...max(0, setup.opponents.count - 1))
      }
    } while draws.chance(0.35)
    return genome
  }

  /// Returns a session with the first strokes of this one and the last strokes of another.
  ///
  /// Content, budget and opponent each come from one of the two.
  package func crossed(
    with other: HuntGenome, in setup: HuntSetup, _ draws: inout HuntDraws
  ) -> HuntGenome {
    let head = strokes.prefix(draws.within(0...strokes.count))
    let tail = other.strokes.suffix(draws.within(0...other.strokes.count))
    let joined = Array((head + tail).prefix(setup.mostStrokes))
    return HuntGenome(
      content: draws.chance(0.5) ? content : other.content,
      strokes: joined.isEmpty ? strokes : joined, room: draws.chance(0.5) ? room : other.room,
      opponent: draws.chance(0.5) ? opponent : other.opponent)
  }
}

extension HuntContent {
  fileprivate mutating func change(_ draws: inout HuntDraws) {
    switch draws.within(0...9) {
    case 0..<4: items = draws.part(of: items, percent: 50...180, within: 2...Self.mostItems)
    case 4: sizes = [draws.one(of: PictureSize.committed)]
    case 5:
      if sizes.count < 4 {
        sizes.append(draws.one(of: PictureSize.committed))
      } else {
        sizes.removeFirst()
      }
    case 6:
      let format = draws.one(of: Self.formats)
      formats = draws.chance(0.5) ? [format] : [formats[0], format]
    case 7: layout = draws.one(of: Self.layouts)
    case 8:
      shared = draws.chance(0.5) ? 0 : draws.within(1...50)
      seed = UInt64(draws.within(0...99))
    default:
      kind = draws.chance(0.5) ? .photo : .graphic
      origin = draws.chance(0.5) ? .disk : .network
    }
  }
}

extension HuntStroke {
  /// Changes one stroke, or the order and repetition of several.
  fileprivate static func change(
    _ strokes: inout [HuntStroke], most: Int, _ draws: inout HuntDraws
  ) {
    let place = draws.within(0...strokes.count - 1)
    switch draws.within(0...9) {
    case 0..<2: strokes[place].pause = draws.one(of: pauses)
    case 2..<4: strokes[place].move = strokes[place].move.changed(&draws)
    case 4: strokes[place].move = drawnMove(&draws)
    case 5:
      strokes.insert(drawn(&draws), at: place)
    case 6:
      if strokes.count > 1 { strokes.remove(at: place) }
    case 7: strokes.swapAt(place, draws.within(0...strokes.count - 1))
    case 8:
      // Repeat a part.
      let end = draws.within(place...strokes.count - 1)
      strokes.insert(contentsOf: Array(strokes[place...end]), at: end + 1)
    default:
      // Keep only the beginning, and repeat it.
      let (round, count) = (Array(strokes[...place]), strokes.count)
      strokes = (0..<count + round.count).map { round[$0 % round.count] }
    }
    strokes = Array(strokes.prefix(most))
  }
}

extension HuntStroke.Move {
  /// Returns the same move, harder or softer, or in the other direction.
  fileprivate func changed(_ draws: inout HuntDraws) -> Self {
    let isTurned = draws.chance(0.2)
    func resized(_ number: Int, within bounds: ClosedRange<Int>) -> Int {
      let size = draws.part(of: abs(number), percent: 70...145, within: bounds)
      return (number < 0) == isTurned ? size : -size
    }
    return switch self {
    case .flick(let speed): .flick(resized(speed, within: Thumb.slowest...Thumb.fastest))
    case .drag(let points): .drag(resized(points, within: 10...Thumb.longestDrag))
    case .warning(let isCritical): .warning(isCritical: !isCritical)
    case .top, .turn, .background: self
    }
  }
}

extension HuntGenome {
  typealias Setup = HuntSetup

  /// Draws a session: images that do not all fit, and a few strokes that are repeated.
  package static func drawn(in setup: HuntSetup, _ draws: inout HuntDraws) -> HuntGenome {
    let room = draws.within(30...80)
    var content = HuntContent.drawn(in: setup, room: room, &draws)
    // Three screens should fit into a given budget, as far as can be estimated beforehand.
    var attempts = 0
    while !content.isLikelyToFit(in: setup), attempts < 60 {
      content = HuntContent.drawn(in: setup, room: room, &draws)
      attempts += 1
    }
    return HuntGenome(
      content: content, strokes: HuntStroke.drawnRounds(most: setup.mostStrokes, &draws),
      room: room, opponent: draws.within(0...max(0, setup.opponents.count - 1)))
  }
}

extension HuntContent {
  static func drawn(in setup: HuntSetup, room: Int, _ draws: inout HuntDraws) -> HuntContent {
    var content = HuntContent(
      items: 2, seed: 0, sizes: [draws.one(of: PictureSize.committed)],
      formats: [draws.one(of: Self.formats)], kind: draws.chance(0.7) ? .photo : .graphic,
      origin: draws.chance(0.5) ? .disk : .network, shared: 0, layout: draws.one(of: layouts))
    while content.sizes.count < 3, draws.chance(0.3) {
      content.sizes.append(draws.one(of: PictureSize.committed))
    }
    if draws.chance(0.3) { content.formats.append(draws.one(of: Self.formats)) }
    if draws.chance(0.2) { content.shared = draws.within(1...30) }
    let screen = content.itemsOnScreen(in: setup)
    let fitting: Double
    switch setup.room {
    case .drawn: fitting = screen * Double(room) / 10
    case .given(let budget):
      fitting = budget.map { Double($0) / content.meanCost(in: setup) } ?? screen * 10
    }
    // Between 90 % and 300 % of the number of images that fit.
    let items = Int(fitting) * draws.within(90...300) / 100
    content.items = min(max(items, 2), mostItems)
    return content
  }

  /// Returns whether three screens are likely to fit into a given budget; mixes may change the
  /// result.
  func isLikelyToFit(in setup: HuntSetup) -> Bool {
    guard case .given(let budget?) = setup.room else { return true }
    return 3 * itemsOnScreen(in: setup) * meanCost(in: setup) <= Double(budget)
  }

  /// Returns the largest number of items that overlap the viewport, on average over the sizes.
  private func itemsOnScreen(in setup: HuntSetup) -> Double {
    let cell = meanCell(in: setup)
    let viewport = ViewportSize(
      width: setup.device.screenWidth, height: setup.device.screenHeight)
    let rows = (layout.extent(of: viewport) / (cell.length + cell.spacing)).rounded(.up) + 1
    return rows * Double(cell.columns)
  }

  private func meanCell(
    in setup: HuntSetup
  ) -> (width: Double, length: Double, spacing: Double, columns: Int) {
    let (width, height) = (setup.device.screenWidth, setup.device.screenHeight)
    let ratio =
      sizes.reduce(0) { $0 + Double($1.height) / Double($1.width) } / Double(sizes.count)
    switch layout {
    case .grid(let grid):
      let cell = (width - Double(grid.columns - 1) * grid.spacing) / Double(grid.columns)
      return (cell, cell * grid.aspect, grid.spacing, grid.columns)
    case .list(let list): return (width, width * ratio, list.spacing, 1)
    case .carousel, .waterfall, .feed: return (height, width, 0, 1)
    }
  }

  /// Returns the cost of an image in the cache, on average over the sizes and formats.
  private func meanCost(in setup: HuntSetup) -> Double {
    let cell = meanCell(in: setup)
    if setup.loading.holds == .decoded, setup.loading.decode == .viewSize {
      return max(1, cell.width * cell.length * setup.device.scale * setup.device.scale * 4)
    }
    var sum = 0.0
    for size in sizes {
      for format in formats {
        let entry = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: kind)
        sum += Double(setup.loading.holds == .encoded ? entry.encoded : entry.decoded)
      }
    }
    return sum / Double(sizes.count * formats.count)
  }
}

extension HuntStroke {
  /// The pauses to draw from, in milliseconds.
  static let pauses = [100, 150, 250, 400, 600, 1000, 1500, 2500, Thumb.longestPause]
  /// The speeds of flicks to draw from, in points per second.
  private static let speeds = [500, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 7000, Thumb.fastest]

  static func drawn(_ draws: inout HuntDraws) -> HuntStroke {
    HuntStroke(pause: draws.one(of: pauses), drawnMove(&draws))
  }

  static func drawnMove(_ draws: inout HuntDraws) -> Move {
    let sign = draws.chance(0.6) ? 1 : -1
    return switch draws.within(0...99) {
    case 0..<65: .flick(sign * draws.one(of: speeds))
    case 65..<75: .drag(sign * draws.within(1...Thumb.longestDrag / 50) * 50)
    case 75..<90: .top
    case 90..<92: .turn
    case 92..<97: .warning(isCritical: draws.chance(0.3))
    default: .background
    }
  }

  /// Draws a few strokes and repeats them, so that each round shows the images of the previous one.
  static func drawnRounds(most: Int, _ draws: inout HuntDraws) -> [HuntStroke] {
    var round: [HuntStroke] = []
    for _ in 0..<draws.within(1...6) { round.append(drawn(&draws)) }
    var strokes: [HuntStroke] = []
    let count = min(most, draws.within(4...max(4, most)))
    while strokes.count < count { strokes += round }
    return Array(strokes.prefix(count))
  }
}

extension HuntGenome {
  /// Returns simpler sessions: fewer strokes, then simpler content, then rounder numbers.
  ///
  /// First half of the strokes are removed at a time, then smaller parts, and finally single
  /// strokes and pairs.
  func simpler(in setup: HuntSetup) -> [[HuntGenome]] {
    var steps: [[HuntGenome]] = []
    var size = strokes.count / 2
    while size >= 1 {
      steps.append(withoutRuns(of: size))
      size /= 2
    }
    steps.append(withoutPairs)
    steps.append(plainerContents.map { changing(\.content, to: $0) })
    if case .drawn = setup.room, room > Self.rooms.lowerBound {
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

  /// The smaller sessions in which two strokes that are not adjacent are left out.
  ///
  /// For example, a stroke and a later stroke back can often be left out only together.
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

  /// The sessions with rounder numbers in their strokes: first a session with all strokes changed,
  /// then one for each stroke.
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
  /// The stroke with its pause rounded to half seconds, its speed to thousands and its drag to
  /// hundreds.
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
