public import ScrollCaching

extension ScriptGenerators {
  /// Returns a generator of sessions in which a user scrolls through a list or a grid, and the app
  /// loads images in the usual way.
  ///
  /// The user drags, flings, turns back at the peak of a fling, moves back and forth by one item,
  /// jumps to the top, and pauses. Memory warnings, changes of limits and removals occur in
  /// between.
  public static func scrollSessions(for descriptor: PolicyDescriptor) -> Generator<Script> {
    let catalogs = catalogs(for: descriptor)
    return Generator { choices in
      var script = catalogs.draw(&choices)
      script.layout = layout(imageCount: script.imageCount, &choices)
      let row = script.layout?.rows.first ?? 64
      script.screen = row * (1 + choices.below(3)) + (choices.chance(0.3) ? 17 : 0)
      script.loading.frames = choices.below(4)
      script.loading.ahead = choices.below(4)
      script.loading.pins = choices.chance(0.3)
      let items = script.layout?.shows.count ?? script.imageCount
      let world = script
      var here = 0
      // Each stroke starts at the end of the last one, so they are drawn one by one.
      let most = 2 + Int(14 * choices.size)
      var operations: [Operation] = []
      for _ in 0..<most {
        let next: [Operation]? = choices.group { choices in
          guard choices.chance(0.9) else { return nil }
          if descriptor.isSpatial, choices.chance(0.06) {
            return [rearrangement(in: world, &choices)]
          }
          return stroke(from: here, items: items, in: world, &choices)
        }
        guard let next else { break }
        operations += next
        for case .scroll(_, let to, _) in next { here = to }
      }
      script.operations = operations
      return script
    }
  }

  /// Returns rows of equal or different heights, with one to three columns and images shown once or
  /// more often.
  static func layout(imageCount: Int, _ choices: inout Choices) -> ScriptLayout? {
    guard choices.chance(0.8) else { return nil }
    let columns = choices.pick([1, 1, 2, 3])
    var shows = Array(0..<imageCount)
    switch choices.weighted([6, 2, 2]) {
    case 0: break
    case 1:
      shows += choices.group {
        Generator.integers(in: 0...imageCount - 1).list(count: 1...4).draw(&$0)
      }
    // No item shows the last images.
    default: shows.removeLast(min(1 + choices.below(3), imageCount - 1))
    }
    let height = choices.pick([64, 640, 44 * 64])
    let rows =
      choices.chance(0.4)
      ? pattern(of: [height, height * 2, height / 2 + 1, height + 5], &choices) : [height]
    return ScriptLayout(rows: rows, columns: columns, shows: shows)
  }

  private static func stroke(
    from here: Int, items: Int, in world: Script, _ choices: inout Choices
  ) -> [Operation] {
    func clamped(_ item: Int) -> Int { min(max(0, item), items - 1) }
    let sign = choices.chance(0.35) ? -1 : 1
    switch choices.weighted([6, 4, 3, 3, 1, 1, 3, 4]) {
    case 0:
      // A drag of some items, with the finger's speed.
      let to = clamped(here + sign * choices.below(6))
      return [.scroll(from: here, to: to, frames: 1 + choices.below(5))]
    case 1:
      // A fling: fast, slower, slow.
      let reach = 4 + choices.below(max(1, items))
      let first = clamped(here + sign * reach / 2), second = clamped(first + sign * reach / 4)
      return [
        .scroll(from: here, to: first, frames: 2), .scroll(from: first, to: second, frames: 2),
        .scroll(from: second, to: clamped(second + sign * reach / 8), frames: 3),
      ]
    case 2:
      // A turn at a fling's peak.
      let peak = clamped(here + sign * (3 + choices.below(max(1, items))))
      return [
        .scroll(from: here, to: peak, frames: 2),
        .scroll(from: peak, to: clamped(peak - sign * (2 + choices.below(8))), frames: 2),
      ]
    case 3:
      // To and fro.
      let there = clamped(here + sign)
      return [
        .scroll(from: here, to: there, frames: 1), .scroll(from: there, to: here, frames: 1),
      ]
    case 4: return [.scroll(from: 0, to: 0, frames: 1)]
    case 5: return [.scroll(from: here, to: here, frames: 1 + choices.below(4))]
    case 6: return [pressure.draw(&choices)]
    default: return [operation(in: world, &choices)]
    }
  }
}
