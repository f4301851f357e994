import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollTraces

/// A benchmark of simulations: CPU milliseconds of ten simulated minutes at 120 Hz over 10 000
/// items.
///
/// It simulates the loader `cached`, and the loader `multi-level` over LTE. The latter has a ring
/// of prefetches ahead, memory warnings, moves to the background, and memory pressure from other
/// apps.
struct SimulateBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "CPU time of ten simulated minutes at 120 Hz over 10 000 items.",
    discussion: "Example: scrollsim-bench simulate --policy lru,distance --loader cached")

  /// The kind of simulation.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case cached
    case multiLevel = "multi-level"
  }

  @Option(help: "cached, or multi-level with prefetches and pressure (default: both).")
  var loader: Kind?

  @Option(help: "Rounds; the median is printed.") var rounds = 9
  @Option(help: "Policies, comma-separated (default: all that do not need the future).")
  var policy: String?
  @Option(help: "The budget in bytes.") var budget = 64 << 20

  func validate() throws {
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
    guard budget > 0 else {
      throw ValidationError("--budget \(budget) is not positive; expected at least 1")
    }
  }

  func run() throws {
    let catalog = PolicyCatalog.builtIn
    let names =
      policy?.split(separator: ",").map(String.init)
      ?? catalog.entries.filter { !$0.facts.needsFuture }.map(\.name)
    let choices = try names.map { try catalog.choose($0) }
    for kind in Kind.allCases where loader == nil || loader == kind {
      try measure(kind, choices)
    }
  }

  private func measure(_ kind: Kind, _ choices: [Choice<PolicyDescriptor>]) throws {
    let prepared = PreparedScenario(try scenario(kind))
    var times = [[Double]](repeating: [], count: choices.count)
    var reports = [RunReport?](repeating: nil, count: choices.count)
    for _ in 0..<rounds {
      for (index, choice) in choices.enumerated() {
        times[index].append(
          CPUClock.measure {
            reports[index] = prepared.run(choice, budget: ByteCount(budget))
          })
      }
    }
    print(
      "simulate: 10 minutes, 120 Hz, 10000 items, \(kind.rawValue), \(ByteCount(budget)), "
        + "\(rounds) rounds")
    var table = Table([
      .left("policy"), .right("CPU ms"), .right("least"), .right("runs/s"), .right("frames"),
      .right("requests"), .right("hits"), .right("prefetches"),
    ])
    for (index, choice) in choices.enumerated() {
      guard let report = reports[index] else { continue }
      table.append([
        choice.text, NumberText.fixed(times[index].median / 1e6, decimals: 2),
        NumberText.fixed((times[index].min() ?? 0) / 1e6, decimals: 2),
        NumberText.fixed(1e9 / times[index].median, decimals: 0), "\(report.frames)",
        "\(report.requests.count)", "\(report.requests.hits)", "\(report.prefetch.issued)",
      ])
    }
    print(table.text(), terminator: "")
  }

  /// Returns a scenario: cells of several heights and formats in three columns, with flings and
  /// rests.
  func scenario(_ kind: Kind) throws -> Scenario {
    let device = try DeviceCatalog.builtIn.choose("iphone-13-pro").entry
    var random = SeededRandom(seed: 3)
    let images = (0..<10_000).map { _ in
      ImageCatalog.Entry(
        width: 400, height: 300 + 50 * random.below(5),
        format: [.jpeg, .heic, .png, .webp][random.below(4)])
    }
    let ring = try Catalog<PrefetcherDescriptor>.builtIn.choose("ring")
    let rows = (images.count + 2) / 3
    let extent = Double(rows) * 130
    let starts = images.indices.map { Double($0 / 3) * 130 }
    return Scenario(
      images: ImageCatalog(images),
      placement: ItemPlacement(
        starts: starts, ends: starts.map { $0 + 128 },
        breadths: Array(repeating: 1.0 / 3, count: images.count),
        images: images.indices.map { ImageID($0) }, extent: extent, imageCount: images.count),
      motion: motion(extent: extent - device.screenHeight, &random),
      events: kind == .cached ? [] : events,
      viewportExtent: device.screenHeight, viewportBreadth: device.screenWidth, device: device,
      network: try NetworkCatalog.builtIn.choose("lte").entry,
      loader: kind == .cached ? .cached : .multiLevel,
      prefetcher: kind == .cached ? nil : ring.entry.prefetcher(ring.settings))
  }

  /// The system events, one every half minute, some with an end.
  private var events: [TimedSystemEvent] {
    (1..<20).flatMap { half -> [TimedSystemEvent] in
      let time = SimTime(seconds: Double(half) * 30)
      let later = time + SimTime(seconds: 5)
      switch half % 4 {
      case 0: return [TimedSystemEvent(time: time, event: .memoryPressure(.warning))]
      case 1:
        return [
          TimedSystemEvent(time: time, event: .background),
          TimedSystemEvent(time: later, event: .foreground),
        ]
      case 2: return [TimedSystemEvent(time: time, event: .memoryPressure(.critical))]
      default:
        return [
          TimedSystemEvent(time: time, event: .externalPressure(bytes: 1 << 28)),
          TimedSystemEvent(time: later, event: .externalPressure(bytes: -(1 << 28))),
        ]
      }
    }
  }

  /// Returns ten minutes of flings and rests, sampled at 120 Hz.
  private func motion(extent: Double, _ random: inout SeededRandom) -> ScrollMotion {
    var motion = ScrollMotion(times: [], offsets: [], phases: [])
    var (offset, velocity, rest) = (0.0, 0.0, 60)
    for frame in 0..<72_001 {
      motion.times.append(.vsync(Int64(frame), hertz: 120))
      motion.offsets.append((offset * 64).rounded() / 64)
      motion.phases.append(velocity == 0 ? .idle : .decelerating)
      if rest > 0 {
        rest -= 1
        if rest == 0 { velocity = (3000 + 9000 * random.unit()) * (random.chance(0.38) ? -1 : 1) }
      } else {
        offset = min(max(offset + velocity / 120, 0), extent)
        velocity *= 0.9835
        if abs(velocity) < 10 { (velocity, rest) = (0, 20 + random.below(120)) }
      }
    }
    return motion
  }
}
