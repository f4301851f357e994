import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces
import Testing

/// A full-screen carousel that is paged forth and back once a second, on a real device file.
struct Carousel {
  var device = "iphone-5"
  var pages = 20
  var image = ImageCatalog.Entry(
    width: 800, height: 600, format: .png, content: .photo, encoded: ByteCount(700_000))
  var budget = ByteCount(64 << 20)
  /// Ends when the last page back has been looked at.
  var policy = "lru"

  var network = "wifi"
  /// The loader's own unless told otherwise.
  var prefetcher: Prefetcher?
  /// The image of each page, page `p` having image `p` unless told otherwise.
  var shows: [Int]?
  /// By seconds.
  var events: [(seconds: Double, event: SystemEvent)] = []
  /// Points across the axis that a page takes, all unless told otherwise.
  var breadth = 1.0

  /// Runs a loader, `NAME[:KEY=VALUE...]`.
  func report(_ loader: String, log: RunLog = RunLog()) throws -> RunReport {
    PreparedScenario(try scenario(loader)).lawfulRun(
      try PolicyCatalog.builtIn.choose(policy), budget: budget, seed: 1, log: log, told: loader)
  }

  func scenario(_ loader: String) throws -> Scenario {
    let device = try DeviceCatalog.builtIn.choose(device).entry
    let width = device.screenWidth
    let choice = try Catalog<LoaderDescriptor>.builtIn.choose(loader)
    let shows = shows ?? Array(0..<pages)
    let count = (shows.max() ?? 0) + 1
    return Scenario(
      images: ImageCatalog(Array(repeating: image, count: count)),
      placement: ItemPlacement(
        starts: (0..<pages).map { Double($0) * width },
        ends: (0..<pages).map { Double($0 + 1) * width },
        breadths: Array(repeating: breadth, count: pages), images: shows.map { ImageID($0) },
        extent: Double(pages) * width, imageCount: count),
      motion: motion(width: width),
      events: events.map { TimedSystemEvent(time: SimTime(seconds: $0.seconds), event: $0.event) },
      viewportExtent: width, viewportBreadth: device.screenHeight, device: device,
      network: try NetworkCatalog.builtIn.choose(network).entry,
      loader: choice.entry.loader(choice.settings), prefetcher: prefetcher)
  }

  /// Page `p` from second `p` on: 0.3 s of movement (critically damped), 0.7 s at rest.
  private func motion(width: Double) -> ScrollMotion {
    var (times, offsets, phases) = ([SimTime](), [Double](), [ScrollPhase]())
    let way = Array(0..<pages) + Array((0..<pages).reversed())
    for (second, (from, to)) in zip(way, way.dropFirst()).enumerated() {
      for step in 0..<18 {
        let share = Double(step) / 18
        times.append(SimTime(nanoseconds: (Int64(second) * 60 + Int64(step)) * 1_000_000_000 / 60))
        offsets.append(
          (Double(from) + Double(to - from) * (1 - (1 - share) * (1 - share))) * width)
        phases.append(.decelerating)
      }
      times.append(SimTime(nanoseconds: (Int64(second) * 60 + 18) * 1_000_000_000 / 60))
      offsets.append(Double(to) * width)
      phases.append(.idle)
    }
    times.append(SimTime(seconds: Double(way.count)))
    offsets.append(0)
    phases.append(.idle)
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }
}

extension RunReport {
  /// The figures that the chapter speaks of, for failure messages.
  var story: String {
    """
    main thread busy \(hitches.mainThreadBusy.milliseconds) ms, \
    \(hitches.count) hitches, \(hitches.timeRatio) ms/s, worst \(hitches.worst.milliseconds) ms, \
    blank \(stalls.blankAreaSeconds) s, soft \(stalls.softAreaSeconds) s, \
    wrong \(stalls.wrongAreaSeconds) s, never shown \(stalls.neverShown), \
    p50 \(stalls.timeToImage.p50?.milliseconds ?? .infinity) ms, \
    hit rate \(requests.hitRate), decoded \(work.laneDecode.milliseconds) ms on lanes and \
    \(work.mainDecode.milliseconds) ms on main, \(work.downloads) downloads, \
    \(work.diskHits) disk hits, \(requests.stale) stale, \(requests.failed) failed
    """
  }
}
