import ScrollCore
import ScrollSimulation

/// A generator of random loaders and prefetchers.
enum RandomLoader {
  static func draw(_ traits: RandomTraits, _ dice: inout SeededRandom) -> Loader {
    var loader: Loader = [.mainThread, .backgroundRead, .backgroundDecode, .cached, .cached][
      dice.below(5)]
    if loader.decode == .lazy, !traits.isPurgeable { loader.decode = .none }
    if dice.chance(0.8) { vary(&loader, &dice) }
    func change<Value>(_ path: WritableKeyPath<Loader, Value>, _ values: [Value]) {
      if dice.chance(0.5) { loader[keyPath: path] = values[dice.below(values.count)] }
    }
    if traits.isPurgeable {
      change(\.decode, Loader.Redraw.allCases)
      change(\.purgeable, Loader.Purgeable.allCases)
      change(\.purgeGroup, [0, 3, 7])
      // Without a cache, the kind of its contents has no effect.
      if loader.cache || loader.holds == .decoded { change(\.decodeAtOnce, [true]) }
    }
    if traits.isRemote { connect(&loader, &dice) }
    if traits.mixes {
      change(\.priorities, [false])
      change(\.order, [.lifo])
      change(\.pageCache, [10_000, 40_000])
    }
    if traits.hasVariants {
      loader.variants = dice.chance(0.6) ? .bundled : .derived
      change(\.lowScale, [0.1, 0.7, 1])
    }
    if traits.hasKeys {
      loader.key = dice.chance(0.5) ? .item : .fileName
      loader.fileNames = dice.within(1...6)
    }
    if traits.changes { change(\.timeStamps, [true]) }
    if traits.fades { loader.fadeDuration = 0.2 * dice.unit() }
    if traits.isTiled {
      loader.tiles = true
      loader.tileSide = dice.below(2) * dice.within(10...100)
    }
    if traits.hasAssets { loader.interfaceAssets = dice.within(1...5) }
    if dice.chance(0.1) { loader.placeholder = dice.within(1...100_000) }
    if traits.preloads { loader.preload = dice.within(1...6) }
    if traits.preparesCells { loader.cellPreparation = .ahead }
    if traits.plansAhead { change(\.prefetchLimit, [1, 2, 3]) }
    return loader
  }

  /// Varies later settings with a separate generator, so that all else is drawn as before.
  static func vary(_ loader: inout Loader, seed: UInt64) {
    var dice = SeededRandom(seed: seed ^ 0xca7ce1)
    func change<Value>(_ path: WritableKeyPath<Loader, Value>, _ values: [Value]) {
      if dice.chance(0.15) { loader[keyPath: path] = values[dice.below(values.count)] }
    }
    change(\.cancelQueued, [false])
    change(\.cancelDownload, [false])
    change(\.cancelRead, [true])
    change(\.cancelDecode, [true])
    change(\.cancelStore, [true])
    change(\.deferAbove, [1, 5, 20])
    if loader.deferAbove > 0 { change(\.deferBelow, [0.5, 3, 50]) }
    change(\.raisesJoined, [false])
    change(\.drawsThroughCache, [true])
    change(\.prefetchesFromDisk, [false])
    if loader.holds == .decoded { change(\.diskHolds, [.image]) }
    if loader.diskCache { change(\.diskLargest, [0.05, 0.3, 0.9]) }
  }

  /// Changes a loader so that it keeps the sizes of cells; `oneSize` changes nothing.
  static func keepSizes(_ loader: inout Loader, by serves: Loader.Serving, seed: UInt64) {
    guard serves != .oneSize else { return }
    (loader.serves, loader.decode, loader.holds) = (serves, .viewSize, .decoded)
    loader.replacesSizes = seed % 4 == 0
    (loader.variants, loader.diskNames) = (.none, .key)
    if loader.key == .fileName { loader.key = .image }
  }

  /// Varies distances of a prefetcher, in points and in screens, with a separate generator.
  static func vary(_ prefetcher: inout Prefetcher, seed: UInt64) {
    var dice = SeededRandom(seed: seed ^ 0xd157)
    var given = prefetcher.settings.pairs
    for (index, setting) in prefetcher.descriptor.settings.enumerated() {
      guard case .distance = setting.domain, dice.chance(0.3) else { continue }
      given[index].value =
        dice.chance(0.7) ? "\(dice.within(0...3200))e-1pt" : "\(3 * dice.unit())"
    }
    guard let varied = try? Prefetcher(prefetcher.descriptor, setting: given) else {
      preconditionFailure("\(given) does not fit \(prefetcher)")
    }
    prefetcher = varied
  }

  private static func vary(_ loader: inout Loader, _ dice: inout SeededRandom) {
    func change<Value>(_ path: WritableKeyPath<Loader, Value>, _ values: [Value]) {
      if dice.chance(0.35) { loader[keyPath: path] = values[dice.below(values.count)] }
    }
    change(\.read, [.main, .background])
    change(\.decodeOn, [.main, .background])
    change(\.decode, [.none, .fullSize, .viewSize])
    change(\.cache, [true])
    change(\.holds, Loader.Contents.allCases)
    change(\.hitDelivery, Loader.HitDelivery.allCases)
    change(\.coalescing, [true, false])
    change(\.cancelOnLeave, [true, false])
    change(\.nullEntries, [false, true])
    change(\.recycledCellCheck, [true, false])
    change(\.clearOnReuse, [true, false])
    change(\.prefetchTouches, [true, false])
    change(\.liveObjects, [true, false])
    change(\.pinDisplayed, [true, false])
    change(\.lanes, [0, 1, 2, 3])
  }

  /// Varies settings of loaders that download.
  private static func connect(_ loader: inout Loader, _ dice: inout SeededRandom) {
    func change<Value>(_ path: WritableKeyPath<Loader, Value>, _ values: [Value]) {
      if dice.chance(0.4) { loader[keyPath: path] = values[dice.below(values.count)] }
    }
    change(\.origin, [.network, .catalogue, .bundle])
    change(\.download, [.main])
    change(\.connections, [1, 2])
    change(\.rateLimit, [5, 20, 100])
    change(\.rateBurst, [2, 5])
    change(\.retry, [false])
    change(\.backOff, [0, 0.01, 0.1, 0.3])
    // The cost of a PNG that a cache of files has made is not defined.
    if loader.holds == .decoded { change(\.pngReencode, [true]) }
    change(\.reloadRow, [true])
    change(\.reloadFailedRow, [true])
    change(\.refreshesJoined, [false])
    guard dice.chance(0.6) else { return }
    loader.diskCache = true
    if dice.chance(0.5) { loader.diskLimit = dice.within(1...60_000) }
    if dice.chance(0.5) { loader.diskTrim = dice.unit() }
    if dice.chance(0.3) { loader.diskAge = 0.3 * dice.unit() }
    loader.diskSweep = Loader.DiskSweep.allCases[dice.below(3)]
    loader.diskInterval = 0.1 + 0.2 * dice.unit()
    change(\.diskHitsEnterMemory, [false])
    change(\.diskNames, [.fileName])
    loader.fileNames = dice.within(1...6)
  }

  static func prefetcher(_ traits: RandomTraits, _ dice: inout SeededRandom) -> Prefetcher {
    guard traits.plansAhead, dice.chance(0.9) else {
      return .named("neighbours:k=\(dice.within(1...3))")
    }
    let all = Catalog<PrefetcherDescriptor>.builtIn.entries.filter { !["none"].contains($0.name) }
    let kind = all[dice.below(all.count)]
    guard let choice = try? Catalog<PrefetcherDescriptor>.builtIn.choose(kind.name) else {
      preconditionFailure("no prefetcher \(kind.name)")
    }
    return choice.entry.prefetcher(choice.settings)
  }

  /// Returns the properties of a loader that differ from the plainest one.
  static func differences(_ loader: Loader) -> String {
    let plain = Mirror(reflecting: Loader()).children.map { "\($0.label ?? ""): \($0.value)" }
    let own = Mirror(reflecting: loader).children.map { "\($0.label ?? ""): \($0.value)" }
    return own.filter { !plain.contains($0) }.joined(separator: ", ")
  }
}
