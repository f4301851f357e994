public import ScrollCaching

extension ScriptGenerators {
  /// Returns a generator of requests for images of cost 1, with a cache for some of them.
  ///
  /// Requests form loops and runs, or prefer a few images.
  ///
  /// With `inLayouts`, items may be in grids or in rows of different heights, and several items may
  /// show one image. Otherwise the items are a line, as in a replay.
  public static func streams(
    for descriptor: PolicyDescriptor, inLayouts: Bool = false
  ) -> Generator<Script> {
    let room = room(for: descriptor)
    return Generator { choices in
      let (room, images) = room.draw(&choices)
      var script = Script(
        costs: Array(repeating: 1, count: images), limits: CacheLimits(count: room))
      if inLayouts { script.layout = layout(imageCount: images, &choices) }
      script.operations = Generator { requests(images: images, &$0) }
        .list(count: 0...(40 + min(room, 40))).draw(&choices).flatMap { $0 }
      return script
    }
  }

  /// Returns a generator of walks, in which every step goes to the next or the previous item, or
  /// stays at the same item.
  public static func walks(for descriptor: PolicyDescriptor) -> Generator<Script> {
    let room = room(for: descriptor)
    return Generator { choices in
      let (room, images) = room.draw(&choices)
      var script = Script(
        costs: Array(repeating: 1, count: images), limits: CacheLimits(count: room))
      var here = choices.below(images)
      script.operations = [.request(here)]
      let most = 4 + Int(40 * choices.size)
      for _ in 0..<most {
        let next: Operation? = choices.group { choices in
          guard choices.chance(0.95) else { return nil }
          if choices.chance(0.3) { return .run(from: here, to: choices.below(images)) }
          return .request(min(max(0, here + choices.pick([0, 1, -1])), images - 1))
        }
        guard let next else { break }
        script.operations.append(next)
        switch next {
        case .run(_, let to): here = to
        case .request(let image, _): here = image
        default: break
        }
      }
      return script
    }
  }

  /// Returns a generator of scripts with only requests, whose images have any costs.
  static func requests(for descriptor: PolicyDescriptor) -> Generator<Script> {
    let catalogs = catalogs(for: descriptor)
    return Generator { choices in
      var script = catalogs.draw(&choices)
      let images = script.imageCount
      script.operations = Generator { requests(images: images, &$0) }
        .list(count: 0...60).draw(&choices).flatMap { $0 }
      return script
    }
  }

  private static func requests(images: Int, _ choices: inout Choices) -> [Operation] {
    switch choices.weighted([5, 3, 3, 1]) {
    case 0: return [.request(choices.below(images))]
    case 1: return [.request(choices.below(min(images, 3)))]
    case 2: return [run(through: images, &choices)]
    default:
      // A loop, often over about as many images as fit.
      let loop = run(through: images, &choices)
      return Array(repeating: loop, count: 2 + choices.below(3))
    }
  }
}
