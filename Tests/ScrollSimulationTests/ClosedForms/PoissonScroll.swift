import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// A scroll that makes Poisson requests, and one station of the loader that serves them.
///
/// At each moment of a Poisson process the content jumps by one item, so that one image is
/// requested in the next frame. The screen has 2 000 Hz: a request is late by half a millisecond
/// at most, which changes no mean by a thousandth. All other stations take no time.
struct PoissonScroll {
  /// The station of the loader that takes time.
  enum Station { case lanes, flash, network }

  /// The distribution of the time that an image takes at the station.
  enum Service {
    case constant(Double)
    case exponential(Double)
    /// A share of short times; all others are long.
    case either(short: Double, share: Double, long: Double)

    func draw(_ dice: inout SeededRandom) -> Double {
      switch self {
      case .constant(let time): time
      case .exponential(let mean): -mean * log(1 - dice.unit())
      case .either(let short, let share, let long): dice.chance(share) ? short : long
      }
    }
  }

  /// The number of requests of a run, and of those that are not measured at its start.
  static let requests = 4000, warmUp = 300

  var station = Station.lanes
  /// The requests per millisecond.
  var rate: Double
  /// The time of an image at the station, in milliseconds.
  var service: Service
  /// The mean of an exponential time on a lane after the station.
  var decode = 0.0
  /// The number of lanes or connections.
  var servers = 1
  /// The number of visible items.
  var visible = 8
  var loader = Loader.backgroundDecode
  /// The latency and the round trip of the network in milliseconds, and its loss.
  var latency = 0.0, roundTrip = 0.0, loss = 0.0
  /// A Boolean value that indicates whether the run ends with the last request.
  var endsAtOnce = false

  /// The bytes per millisecond of flash and network.
  static let speed = 10_000.0

  /// Runs the scroll and returns its loads.
  func run(seed: UInt64) -> PoissonRun {
    var dice = SeededRandom(seed: seed)
    var (now, last, times, offsets) = (0.0, SimTime.zero, [SimTime.zero], [0.0])
    for request in 0..<Self.requests {
      now -= log(1 - dice.unit()) / rate
      let time = max(SimTime(milliseconds: now), SimTime(nanoseconds: last.nanoseconds + 2))
      times += [SimTime(nanoseconds: time.nanoseconds - 1), time]
      last = time
      offsets += [Double(request) * 100, Double(request + 1) * 100]
    }
    if !endsAtOnce {
      times.append(last + SimTime(seconds: 5))
      offsets.append(Double(Self.requests) * 100)
    }
    let services = (0..<Self.requests).map { _ in service.draw(&dice) }
    let scenario = scenario(times, offsets, services, &dice)
    let log = RunLog(limit: .max)
    let report = PreparedScenario(scenario).run(nil, isSpatial: false, seed: seed, log: log)
    return PoissonRun(services: services, report: report, log: log)
  }

  private func scenario(
    _ times: [SimTime], _ offsets: [Double], _ services: [Double], _ dice: inout SeededRandom
  ) -> Scenario {
    var loader = loader
    loader.decode = .none
    loader.lanes = station == .network ? 64 : servers
    if station == .network { loader.origin = .network }
    let extent = Double(visible) * 100 - 50
    // Nothing is visible at first.
    let starts = services.indices.map { extent + Double($0) * 100 }
    return Scenario(
      images: ImageCatalog(
        services.map { service in
          let after = decode > 0 ? Service.exponential(decode).draw(&dice) : 0
          return ImageCatalog.Entry(
            width: 1, height: 1,
            encoded: ByteCount(station == .lanes ? 1 : max(1, Int(service * Self.speed))),
            origin: station == .network ? .network : .disk,
            decodeTime: .ms(station == .lanes ? service : after))
        }, timedOn: "queue"),
      placement: ItemPlacement(
        starts: starts, ends: starts.map { $0 + 100 },
        breadths: Array(repeating: 1, count: services.count),
        images: services.indices.map { ImageID($0) }, extent: extent + Double(services.count) * 100,
        imageCount: services.count),
      motion: ScrollMotion(
        times: times, offsets: offsets,
        phases: Array(repeating: .tracking, count: times.count)),
      viewportExtent: extent, viewportBreadth: 100, device: device,
      network: network, loader: loader, prefetcher: Prefetcher.none)
  }

  private var device: DeviceProfile {
    DeviceProfile(
      name: "queue", summary: "", screenWidth: 100, screenHeight: 100, scale: 1,
      refreshRate: 2000, performanceCores: 64, efficiencyCores: 0,
      flash: FlashStorage(latency: .zero, bandwidth: station == .flash ? 1000 * Self.speed : 1e18),
      memory: MemoryFigures(
        total: ByteCount(1 << 50), appLimit: ByteCount(1 << 49), otherProcesses: .zero,
        baseFootprint: .zero, backgroundApps: [], pageSize: ByteCount(4096)),
      mainThread: MainThreadFigures(
        cellWork: .zero, uploadBandwidth: 1e18, redrawBandwidth: 1e18),
      decode: [
        DeviceProfile.Codec(.jpeg, .photo): .linear(fixed: 0, perMegapixel: 0, perMegabyte: 0)
      ], figures: [])
  }

  private var network: NetworkProfile {
    guard station == .network else { return .ideal }
    return NetworkProfile(
      name: "queue", summary: "", latency: .ms(latency), roundTrip: .ms(roundTrip),
      bandwidth: Int64(1000 * Self.speed), loss: loss, connections: servers)
  }
}

/// The loads of a run in the order of their requests.
struct PoissonRun {
  /// The times of a load in milliseconds: its request, the start and end of each stage.
  struct Load {
    var service = 0.0
    var asked = 0.0
    var began: [RunEvent.LoadStage: Double] = [:], ended: [RunEvent.LoadStage: Double] = [:]
    var isCancelled = false

    /// The wait for a stage that is the first to take time.
    func wait(_ stage: RunEvent.LoadStage) -> Double { (began[stage] ?? .nan) - asked }
    /// The time from the request to the end of a stage.
    func sojourn(_ stage: RunEvent.LoadStage) -> Double { (ended[stage] ?? .nan) - asked }
  }

  /// The loads after the warm-up.
  let loads: ArraySlice<Load>
  let report: RunReport

  init(services: [Double], report: RunReport, log: RunLog) {
    self.report = report
    var loads = services.map { Load(service: $0) }
    for entry in log.entries {
      let now = entry.time.milliseconds
      switch entry.event {
      case .started(let load, _, _, _, _): loads[Int(load) - 1].asked = now
      case .stage(let load, let stage, _, _): loads[Int(load) - 1].began[stage] = now
      case .done(let load, let stage, _): loads[Int(load) - 1].ended[stage] = now
      case .cancelled(let load): loads[Int(load) - 1].isCancelled = true
      default: break
      }
    }
    self.loads = loads[PoissonScroll.warmUp...]
  }

  /// Returns the mean of a figure of the loads.
  func mean(_ figure: (Load) -> Double) -> Double {
    loads.reduce(0) { $0 + figure($1) } / Double(loads.count)
  }

  /// Returns the share of the loads with a property.
  func share(_ property: (Load) -> Bool) -> Double { mean { property($0) ? 1 : 0 } }
}
