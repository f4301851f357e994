import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimCommands
import ScrollSimulation
import ScrollTraces

extension HuntGenome {
  package typealias World = HuntScene

  /// Draws a session: images of which not all fit, and a few strokes again and again.
  package static func drawn(in scene: HuntScene, _ draws: inout HuntDraws) -> HuntGenome {
    let room = draws.within(30...80)
    var content = HuntContent.drawn(in: scene, room: room, &draws)
    // A given budget is not to be too small for three screens, as far as can be said beforehand.
    var attempts = 0
    while !content.isLikelyToFit(in: scene), attempts < 60 {
      content = HuntContent.drawn(in: scene, room: room, &draws)
      attempts += 1
    }
    return HuntGenome(
      content: content, strokes: HuntStroke.drawnRounds(most: scene.mostStrokes, &draws),
      room: room, opponent: draws.within(0...max(0, scene.opponents.count - 1)))
  }
}

extension HuntContent {
  static func drawn(in scene: HuntScene, room: Int, _ draws: inout HuntDraws) -> HuntContent {
    var content = HuntContent(
      items: 2, seed: 0, sizes: [draws.one(of: PictureSize.committed)],
      formats: [draws.one(of: Self.formats)], kind: draws.chance(0.7) ? .photo : .graphic,
      origin: draws.chance(0.5) ? .disk : .network, shared: 0, layout: draws.one(of: layouts))
    while content.sizes.count < 3, draws.chance(0.3) {
      content.sizes.append(draws.one(of: PictureSize.committed))
    }
    if draws.chance(0.3) { content.formats.append(draws.one(of: Self.formats)) }
    if draws.chance(0.2) { content.shared = draws.within(1...30) }
    let screen = content.itemsOnScreen(in: scene)
    let fitting: Double
    switch scene.room {
    case .drawn: fitting = screen * Double(room) / 10
    case .given(let budget):
      fitting = budget.map { Double($0) / content.meanCost(in: scene) } ?? screen * 10
    }
    // From just as many as fit to three times as many.
    let items = Int(fitting) * draws.within(90...300) / 100
    content.items = min(max(items, 2), mostItems)
    return content
  }

  /// Whether three screens fit into a given budget, but for what mixes make of it.
  func isLikelyToFit(in scene: HuntScene) -> Bool {
    guard case .given(let budget?) = scene.room else { return true }
    return 3 * itemsOnScreen(in: scene) * meanCost(in: scene) <= Double(budget)
  }

  /// How many items overlap the viewport where most do, on average over the sizes.
  private func itemsOnScreen(in scene: HuntScene) -> Double {
    let cell = meanCell(in: scene)
    let viewport = ViewportSize(
      width: scene.device.screenWidth, height: scene.device.screenHeight)
    let rows = (layout.extent(of: viewport) / (cell.length + cell.spacing)).rounded(.up) + 1
    return rows * Double(cell.columns)
  }

  private func meanCell(
    in scene: HuntScene
  ) -> (width: Double, length: Double, spacing: Double, columns: Int) {
    let (width, height) = (scene.device.screenWidth, scene.device.screenHeight)
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

  /// What the cache is charged for an image, on average over the sizes and formats.
  private func meanCost(in scene: HuntScene) -> Double {
    let cell = meanCell(in: scene)
    if scene.loading.holds == .decoded, scene.loading.decode == .viewSize {
      return max(1, cell.width * cell.length * scene.device.scale * scene.device.scale * 4)
    }
    var sum = 0.0
    for size in sizes {
      for format in formats {
        let entry = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: kind)
        sum += Double(scene.loading.holds == .encoded ? entry.encoded : entry.decoded)
      }
    }
    return sum / Double(sizes.count * formats.count)
  }
}

extension HuntStroke {
  /// Pauses that are drawn, in milliseconds.
  static let pauses = [100, 150, 250, 400, 600, 1000, 1500, 2500, Thumb.longestPause]
  /// Speeds of drawn flicks, in points per second.
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

  /// A few strokes, done several times: what is seen in one round comes back in the next.
  static func drawnRounds(most: Int, _ draws: inout HuntDraws) -> [HuntStroke] {
    var round: [HuntStroke] = []
    for _ in 0..<draws.within(1...6) { round.append(drawn(&draws)) }
    var strokes: [HuntStroke] = []
    let count = min(most, draws.within(4...max(4, most)))
    while strokes.count < count { strokes += round }
    return Array(strokes.prefix(count))
  }
}
