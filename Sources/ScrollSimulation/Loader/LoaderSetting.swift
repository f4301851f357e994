package import ScrollCore

/// One setting of a loader: its name, its values, and the property that it sets.
package struct LoaderSetting: Sendable {
  /// A function that gives access to a property, for reading or changing it.
  package typealias Lens<Value> = @Sendable (inout Loader, (inout Value) -> Void) -> Void

  let name: String
  private let domain: Setting.Domain
  private let summary: String
  private let text: @Sendable (Loader) -> String
  private let change: @Sendable (inout Loader, SettingValues) -> Void
  private var isLater = false

  /// The setting as a `Setting.later`: run keys omit it at its default.
  package var later: LoaderSetting {
    var knob = self
    knob.isLater = true
    return knob
  }

  /// Returns the setting with a preset's value as its default.
  package func setting(of preset: Loader) -> Setting {
    let setting = Setting(name, domain, standard: text(preset), summary)
    return isLater ? setting.later : setting
  }

  /// Sets the property of a loader to a checked value.
  func apply(_ values: SettingValues, to loader: inout Loader) { change(&loader, values) }

  /// Creates a setting of a loader.
  /// - Parameters:
  ///   - name: the name on the command line.
  ///   - domain: the values of the setting.
  ///   - summary: one sentence.
  ///   - lens: gives access to the property.
  ///   - text: converts a value to its text on the command line.
  ///   - value: reads the value from the checked settings; `nil` leaves the property unchanged.
  private init<Value>(
    _ name: String, _ domain: Setting.Domain, _ summary: String, _ lens: @escaping Lens<Value>,
    text: @escaping @Sendable (Value) -> String,
    value: @escaping @Sendable (SettingValues) -> Value?
  ) {
    self.name = name
    self.domain = domain
    self.summary = summary
    self.text = { loader in
      var (loader, found) = (loader, "")
      lens(&loader) { found = text($0) }
      return found
    }
    change = { loader, values in
      guard let value = value(values) else { return }
      lens(&loader) { $0 = value }
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ lens: @escaping Lens<Value>
  ) -> LoaderSetting {
    LoaderSetting(
      name, .choice(Value.allCases.map { $0.rawValue }), summary, lens, text: { $0.rawValue },
      value: { Value(rawValue: $0[name]) })
  }

  package static func flag(
    _ name: String, _ summary: String, _ lens: @escaping Lens<Bool>
  ) -> LoaderSetting {
    LoaderSetting(name, .flag, summary, lens, text: { "\($0)" }, value: { $0.flag(name) })
  }

  static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ summary: String, _ lens: @escaping Lens<Int>
  ) -> LoaderSetting {
    LoaderSetting(
      name, .integer(range), summary, lens, text: { "\($0)" }, value: { $0.integer(name) })
  }

  static func number(
    _ name: String, _ range: ClosedRange<Double>, _ summary: String,
    _ lens: @escaping Lens<Double>
  ) -> LoaderSetting {
    LoaderSetting(
      name, .number(range), summary, lens, text: { "\($0)" }, value: { $0.number(name) })
  }
}

extension LoaderSetting {
  /// Every setting, in the order of listing.
  static let all: [LoaderSetting] = [
    .choice(
      "origin", "The source of images: as in the catalog, or one for all."
    ) { $1(&$0.origin) },
    .choice("download", "The thread that waits for the network.") { $1(&$0.download) },
    .integer(
      "connections", 0...64, "Downloads at a time; 0: the network's limit."
    ) { $1(&$0.connections) },
    .integer(
      "rateLimit", 0...100_000, "Downloads begun per second; 0: no limit."
    ) { $1(&$0.rateLimit) },
    .integer(
      "rateBurst", 1...100_000, "Downloads that may begin at once, before rateLimit applies."
    ) { $1(&$0.rateBurst) },
    .flag("retry", "A later appearance retries a failed download.") { $1(&$0.retry) },
    .number(
      "backOff", 0...86_400, "Seconds to wait after a failure; each failure doubles them."
    ) { $1(&$0.backOff) },
    .flag("diskCache", "Downloads are kept on disk.") { $1(&$0.diskCache) },
    .integer("diskLimit", 0...Int(clamping: Int64(1) << 50), "Bytes on disk; 0: no limit.") {
      $1(&$0.diskLimit)
    },
    .number("diskTrim", 0...1, "Share of diskLimit that remains after a trim.") {
      $1(&$0.diskTrim)
    },
    .number("diskLargest", 0.001...1, "Largest file on disk, as a share of diskLimit; 1: any.") {
      $1(&$0.diskLargest)
    }.later,
    .number("diskAge", 0...1e9, "Seconds after which an unused file is removed; 0: never.") {
      $1(&$0.diskAge)
    },
    .choice("diskSweep", "The time at which the disk cache is trimmed.") { $1(&$0.diskSweep) },
    .number("diskInterval", 0.1...1e9, "Seconds between sweeps.") { $1(&$0.diskInterval) },
    .flag(
      "pngReencode", "A download is encoded as PNG before it is written."
    ) { $1(&$0.pngReencode) },
    .choice("diskHolds", "Content of files on disk: the download, or the image encoded again.") {
      $1(&$0.diskHolds)
    }.later,
    .choice("diskNames", "The name of files on disk.") { $1(&$0.diskNames) }.later,
    .flag(
      "diskHitsEnterMemory", "Images found on disk enter the memory cache."
    ) { $1(&$0.diskHitsEnterMemory) }.later,
    .choice("read", "The thread that reads the file.") { $1(&$0.read) },
    .choice("decodeOn", "The thread that decodes; main: when the image is first drawn.") {
      $1(&$0.decodeOn)
    },
    .flag(
      "decodeAtOnce", "The main thread decodes as soon as it has read."
    ) { $1(&$0.decodeAtOnce) },
    .choice("decode", "The method and size of decoding.") { $1(&$0.decode) },
    .integer(
      "lanes", 0...64, "Parallel decodes, at most one a core; 0: one a core."
    ) { $1(&$0.lanes) },
    .flag(
      "priorities", "Visible items go before prefetches."
    ) { $1(&$0.priorities) },
    .choice("order", "The order of loads within a priority.") { $1(&$0.order) },
    .flag("tiles", "Cells draw themselves tile by tile, each reading the image.") { $1(&$0.tiles) },
    .integer(
      "tileSide", 0...100_000, "Pixels of a tile's side; 0: the cell's."
    ) { $1(&$0.tileSide) },
    .integer(
      "pageCache", 0...Int(clamping: Int64(1) << 40), "Bytes of files that the system keeps."
    ) { $1(&$0.pageCache) },
    .choice("variants", "Low variants, shown while the viewport moves.") { $1(&$0.variants) },
    .number(
      "lowScale", 0.01...1, "Width of a low variant, as a share of the image's width."
    ) { $1(&$0.lowScale) },
    .flag("cache", "Loaded images go into a memory cache with a policy.") { $1(&$0.cache) },
    .choice("holds", "The form in which the cache holds images.") { $1(&$0.holds) },
    .choice("cost", "The cost of an image in the cache.") { $1(&$0.cost) },
    .choice("key", "The identity of an image in memory and on disk.") { $1(&$0.key) },
    .integer(
      "fileNames", 1...10_000_000, "Distinct file names (with key or diskNames=file-name)."
    ) { $1(&$0.fileNames) },
    .choice(
      "serves", "Cells that a bitmap of another size may serve (with decode=redraw-view-size)."
    ) { $1(&$0.serves) }.later,
    .flag(
      "replacesSizes", "A stored bitmap replaces those of its image in other sizes."
    ) { $1(&$0.replacesSizes) }.later,
    .flag("timeStamps", "Look-ups notice images that have changed.") { $1(&$0.timeStamps) },
    .flag("liveObjects", "Evicted images on screen can be found.") { $1(&$0.liveObjects) },
    .flag("pinDisplayed", "Images on screen cannot be evicted.") { $1(&$0.pinDisplayed) },
    .choice(
      "purgeable", "The cached bitmaps that the system may reclaim, and when."
    ) { $1(&$0.purgeable) },
    .integer(
      "purgeGroup", 0...7, "The volatile group of these bitmaps; the lowest is reclaimed first."
    ) { $1(&$0.purgeGroup) },
    .integer(
      "interfaceAssets", 0...100_000, "Interface pictures, one in a cell."
    ) { $1(&$0.interfaceAssets) },
    .integer(
      "placeholder", 0...Int(clamping: Int64(1) << 30),
      "Bytes of a picture shown where an image is missing; 0: none."
    ) { $1(&$0.placeholder) }.later,
    .flag("coalescing", "A request for an image in flight joins it.") { $1(&$0.coalescing) },
    .flag(
      "raisesJoined", "A request that joins a load raises the load's priority."
    ) { $1(&$0.raisesJoined) }.later,
    .flag(
      "nullEntries", "An NSNull is cached for a requested image until it arrives."
    ) { $1(&$0.nullEntries) }.later,
    .flag("cancelOnLeave", "Loads that nothing waits for are cancelled.") { $1(&$0.cancelOnLeave) },
    .flag(
      "cancelQueued", "With cancelOnLeave: waiting loads are cancelled."
    ) { $1(&$0.cancelQueued) }.later,
    .flag(
      "cancelDownload", "With cancelOnLeave: running transfers are cancelled."
    ) { $1(&$0.cancelDownload) }.later,
    .flag(
      "cancelRead", "With cancelOnLeave: data read for an item that left is not decoded."
    ) { $1(&$0.cancelRead) }.later,
    .flag(
      "cancelDecode", "With cancelOnLeave: a running decode is stopped."
    ) { $1(&$0.cancelDecode) }.later,
    .flag(
      "cancelStore", "With cancelOnLeave: images that arrive after their item left are not cached."
    ) { $1(&$0.cancelStore) }.later,
    .number(
      "deferAbove", 0...1000, "Screens per second above which loads wait to begin; 0: none."
    ) { $1(&$0.deferAbove) }.later,
    .number(
      "deferBelow", 0...1000, "Screens per second at which these loads begin; 0: deferAbove."
    ) { $1(&$0.deferBelow) }.later,
    .flag("prefetchTouches", "Look-ups of prefetches count for the policy.") {
      $1(&$0.prefetchTouches)
    },
    .flag(
      "prefetchesFromDisk", "A prefetch loads an image on disk into memory."
    ) { $1(&$0.prefetchesFromDisk) }.later,
    .integer(
      "prefetchLimit", 0...10_000, "Prefetches at a time; 0: no limit."
    ) { $1(&$0.prefetchLimit) },
    .integer(
      "preload", 0...10_000_000, "Images loaded before the first frame."
    ) { $1(&$0.preload) },
    .flag(
      "recycledCellCheck", "Late images stay out of reused cells."
    ) { $1(&$0.recycledCellCheck) },
    .flag("clearOnReuse", "A reused cell drops its old image.") { $1(&$0.clearOnReuse) },
    .flag(
      "drawsThroughCache",
      "Each frame draws images from the cache: an evicted one on screen is loaded again."
    ) { $1(&$0.drawsThroughCache) }.later,
    .choice("hitDelivery", "The time at which a hit reaches its cell.") { $1(&$0.hitDelivery) },
    .choice("cellPreparation", "The time at which cells are created.") { $1(&$0.cellPreparation) },
    .flag(
      "reloadRow", "A download reloads its row: a second request and cell."
    ) { $1(&$0.reloadRow) },
    .flag(
      "reloadFailedRow", "A failed download reloads its row, which tries at once."
    ) { $1(&$0.reloadFailedRow) }.later,
    .flag(
      "refreshesJoined", "A load reaches all rows that wait, not only its first."
    ) { $1(&$0.refreshesJoined) }.later,
    .number(
      "fadeDuration", 0...60, "Seconds in which a late image fades in."
    ) { $1(&$0.fadeDuration) },
  ]
}
