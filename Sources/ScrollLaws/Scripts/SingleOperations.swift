public import ScrollCaching

extension ScriptGenerators {
  /// Returns a generator of requests, deliveries, prefetches, removals, pins, limits and memory
  /// states in any order.
  public static func singleOperations(for descriptor: PolicyDescriptor) -> Generator<Script> {
    let catalogs = catalogs(for: descriptor)
    let least = descriptor.facts.smallestUsefulCapacity
    return Generator { choices in
      var script = catalogs.draw(&choices)
      if descriptor.isSpatial {
        script.layout = layout(imageCount: script.imageCount, &choices)
      }
      let world = script
      script.operations = Generator {
        descriptor.isSpatial && $0.chance(0.05)
          ? rearrangement(in: world, &$0) : operation(in: world, &$0)
      }.list(count: 0...(60 + min(least, 60))).draw(&choices)
      return script
    }
  }

  /// Returns a rotation of the device, or an insertion that is as high as a part of a row, one row
  /// or several rows.
  static func rearrangement(in world: Script, _ choices: inout Choices) -> Operation {
    if choices.chance(0.5) { return .turn(columns: 1 + choices.below(3)) }
    let row = world.layout?.rows.first ?? 64
    let items = world.layout?.shows.count ?? world.imageCount
    return .insert(above: choices.below(items), length: choices.pick([row, 3 * row, 17, 10 * row]))
  }

  /// A generator of memory states, and of time that passes.
  public static let pressure = Generator<Operation> { choices in
    switch choices.weighted([3, 2, 1, 2, 3]) {
    case 0: .pressure(.warning)
    case 1: .pressure(.critical)
    case 2: .pressure(.normal)
    case 3: .background
    default: .wait(choices.pick([1, 100, 4000, 20000]))
    }
  }

  /// A generator of sequences of memory warnings and other states, with time in between.
  public static let pressureScripts = pressure.list(count: 0...12)

  static func operation(in world: Script, _ choices: inout Choices) -> Operation {
    switch choices.weighted([40, 10, 4, 6, 10, 5, 1, 5, 4, 4, 4]) {
    case 0: return .request(image(in: world, &choices), cost: cost(in: world, &choices))
    case 1: return run(through: world.imageCount, &choices)
    case 2: return .lookUp(image(in: world, &choices))
    case 3: return .deliver(image(in: world, &choices), cost: cost(in: world, &choices))
    case 4: return .prefetch(image(in: world, &choices), cost: cost(in: world, &choices))
    case 5: return .remove(image(in: world, &choices))
    case 6: return .removeAll
    case 7: return .pin(image(in: world, &choices))
    case 8: return .unpin(image(in: world, &choices))
    case 9: return .limits(limits(world.limits, &choices))
    default: return pressure.draw(&choices)
    }
  }

  /// Returns requests for a row of images, from any image to any other.
  ///
  /// The simplest choice is a single request.
  static func run(through images: Int, _ choices: inout Choices) -> Operation {
    let from = choices.below(images)
    let to = (from + choices.below(images)) % images
    return from == to ? .request(from) : .run(from: from, to: to)
  }

  /// Returns an image; some images are drawn more often than others.
  ///
  /// In four of ten cases it is one of the first four images.
  private static func image(in world: Script, _ choices: inout Choices) -> Int {
    choices.below(choices.chance(0.6) ? world.imageCount : min(world.imageCount, 4))
  }

  /// Returns a cost; `nil` means the image's own cost, which is the usual choice, and the only one
  /// if only images are counted.
  private static func cost(in world: Script, _ choices: inout Choices) -> Int? {
    guard world.limits.cost != nil, choices.chance(0.12) else { return nil }
    let limit = world.limits.cost ?? 1
    return choices.pick([1, 2, 0, limit, limit + 1, limit / 10, max(0, limit - 1)])
  }
}
