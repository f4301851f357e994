import ScrollCore
import ScrollDevice
import ScrollSimCommands
import ScrollTraces

extension HuntGenome {
  /// One or a few changes.
  package func changed(in scene: HuntScene, _ draws: inout HuntDraws) -> HuntGenome {
    var genome = self
    repeat {
      switch draws.within(0...9) {
      case 0..<6: HuntStroke.change(&genome.strokes, most: scene.mostStrokes, &draws)
      case 6..<8: genome.content.change(&draws)
      case 8:
        genome.room = draws.part(of: room, percent: 60...160, within: Self.rooms)
      default:
        genome.opponent = draws.within(0...max(0, scene.opponents.count - 1))
      }
    } while draws.chance(0.35)
    return genome
  }

  /// The beginning of one and the end of another; what is shown is one's.
  package func crossed(
    with other: HuntGenome, in scene: HuntScene, _ draws: inout HuntDraws
  ) -> HuntGenome {
    let head = strokes.prefix(draws.within(0...strokes.count))
    let tail = other.strokes.suffix(draws.within(0...other.strokes.count))
    let joined = Array((head + tail).prefix(scene.mostStrokes))
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
  /// Changes one stroke, or how several follow one another.
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
      // A part of it once more.
      let end = draws.within(place...strokes.count - 1)
      strokes.insert(contentsOf: Array(strokes[place...end]), at: end + 1)
    default:
      // Nothing but its beginning, again and again.
      let (round, count) = (Array(strokes[...place]), strokes.count)
      strokes = (0..<count + round.count).map { round[$0 % round.count] }
    }
    strokes = Array(strokes.prefix(most))
  }
}

extension HuntStroke.Move {
  /// The same, harder or softer, or the other way.
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
