import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// A scenario that can be worked out on paper.
///
/// Items are 100 pt long and lie end to end. The screen has 100 Hz, a frame every 10 ms. Cells and
/// uploads cost nothing; a read and a decode take a few whole milliseconds. Every image has 1024
/// bytes decoded and 100 in its file.
struct Strip {
  /// The viewport at each vsync.
  ///
  /// A digit is the item at its lower edge, `+` is 50 pt further on than the character before, a
  /// dot repeats the place before.
  var path: String
  var phase = ScrollPhase.idle
  /// The image of each item.
  var shows = Array(0..<10)
  var viewport = 100.0, breadth = 1.0
  var direction = ScrollDirection.forward
  /// The times of the work, in milliseconds.
  var cell = 0.0, read = 4.0, decode = 8.0
  var lanes = 2
  var loader = Loader.backgroundDecode
  var prefetcher = Prefetcher.none
  /// The number of images that the cache has room for.
  var room = 100
  /// The eviction policy of the cache.
  var policy = "lru"
  var events: [(milliseconds: Double, event: SystemEvent)] = []
  /// The images of another size, and their decode time in milliseconds.
  var large: (images: Set<Int>, decode: Double) = ([], 0)
  /// A Boolean value that indicates whether bitmaps have the size of their cells, 1 px for 1 pt.
  var isDrawnAtViewSize = false
  /// The length of all items at first, and in later layouts from a time on.
  var length = 100.0
  var layouts: [(milliseconds: Double, length: Double)] = []

  var scenario: Scenario {
    var loader = loader
    loader.decode = isDrawnAtViewSize ? .viewSize : .none
    let offsets = path.reduce(into: [Double]()) { offsets, character in
      let last = offsets.last ?? 0
      offsets.append(
        character == "."
          ? last : character == "+" ? last + 50 : Double(character.wholeNumberValue ?? 0) * 100)
    }
    let imageCount = (shows.max() ?? 0) + 1
    func placement(length: Double) -> ItemPlacement {
      ItemPlacement(
        starts: shows.indices.map { Double($0) * length },
        ends: shows.indices.map { Double($0 + 1) * length },
        breadths: Array(repeating: breadth, count: shows.count),
        images: shows.map { ImageID($0) }, extent: Double(shows.count) * length,
        imageCount: imageCount)
    }
    return Scenario(
      images: ImageCatalog(
        (0..<imageCount).map {
          let isLarge = large.images.contains($0)
          return ImageCatalog.Entry(
            width: 16, height: isLarge ? 32 : 16, format: isLarge ? .png : .jpeg,
            encoded: ByteCount(100))
        }),
      placement: placement(length: length),
      laterEpochs: layouts.map {
        LayoutEpoch(
          time: SimTime(milliseconds: $0.milliseconds), placement: placement(length: $0.length),
          viewportExtent: viewport, viewportBreadth: 100)
      },
      motion: ScrollMotion(
        times: offsets.indices.map { SimTime(milliseconds: Double($0) * 10) },
        offsets: offsets, phases: Array(repeating: phase, count: offsets.count)),
      events: events.map {
        TimedSystemEvent(time: SimTime(milliseconds: $0.milliseconds), event: $0.event)
      },
      viewportExtent: viewport, viewportBreadth: 100, direction: direction, device: device,
      loader: loader, prefetcher: prefetcher)
  }

  var device: DeviceProfile {
    var latencies: [DeviceProfile.Codec: DecodeLatency] = [:]
    for (format, decode) in [(ImageFormat.jpeg, decode), (.png, large.decode)] {
      for content in ContentClass.allCases {
        latencies[DeviceProfile.Codec(format, content)] = .linear(
          fixed: decode, perMegapixel: 0, perMegabyte: 0)
      }
    }
    return DeviceProfile(
      name: "paper", summary: "", screenWidth: 100, screenHeight: 100, scale: 1,
      refreshRate: 100, performanceCores: lanes, efficiencyCores: 0,
      flash: FlashStorage(latency: SimTime(milliseconds: read), bandwidth: 1e15),
      memory: MemoryFigures(
        total: ByteCount(1_000_000), appLimit: ByteCount(500_000),
        otherProcesses: ByteCount(100_000), baseFootprint: Self.base, backgroundApps: [],
        pageSize: ByteCount(4096)),
      mainThread: MainThreadFigures(
        cellWork: SimTime(milliseconds: cell), uploadBandwidth: 1e15, redrawBandwidth: 1e15),
      decode: latencies, figures: [])
  }

  static let base = ByteCount(10_000)

  /// Runs the scenario with its policy.
  func run() throws -> RunReport { try spied().report }

  /// Runs the scenario and returns the calls that the cache received, too.
  func spied() throws -> (report: RunReport, model: SpyModel) {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let prepared = PreparedScenario(scenario)
    let model = SpyModel(
      choice.entry.makeModel(
        PolicySetup(
          imageCount: prepared.keyCount, limits: CacheLimits(cost: room * 1024),
          settings: choice.settings)))
    return (prepared.lawfulRun(model, isSpatial: false), model)
  }
}

extension Loader {
  /// Returns this loader with one property changed.
  func with<Value>(_ path: WritableKeyPath<Loader, Value>, _ value: Value) -> Loader {
    var loader = self
    loader[keyPath: path] = value
    return loader
  }
}

extension SimTime {
  static func ms(_ milliseconds: Double) -> SimTime { SimTime(milliseconds: milliseconds) }
}

/// Returns `true` if two values are equal but for the rounding of a few additions.
func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-12 }
