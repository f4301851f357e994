import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollReports
import ScrollSimulation
import ScrollTraces

/// CPU milliseconds of ten simulated minutes at 120 Hz over 10 000 items.
struct SimulateBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "CPU time of ten simulated minutes at 120 Hz over 10 000 items with `cached`.",
    discussion: "Example: scrollsim-bench simulate --policy lru,distance")

  @Option(help: "Rounds; the median is printed.") var rounds = 9
  @Option(help: "Policies, comma-separated; all that need not know the future unless given.")
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
    let prepared = PreparedScenario(try scenario())
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
      "simulate: 10 minutes, 120 Hz, 10000 items, cached, \(ByteCount(budget)), \(rounds) rounds")
    var table = Table([
      .left("policy"), .right("CPU ms"), .right("least"), .right("frames"), .right("requests"),
      .right("hits"),
    ])
    for (index, choice) in choices.enumerated() {
      guard let report = reports[index] else { continue }
      table.append([
        choice.text, NumberText.fixed(times[index].median / 1e6, decimals: 2),
        NumberText.fixed((times[index].min() ?? 0) / 1e6, decimals: 2), "\(report.frames)",
        "\(report.requests.count)", "\(report.requests.hits)",
      ])
    }
    print(table.text(), terminator: "")
  }

  /// Cells of several heights and formats in three columns, a hand that flings, and rests.
  private func scenario() throws -> Scenario {
    let device = try DeviceCatalog.builtIn.choose("iphone-13-pro").entry
    var random = SeededRandom(seed: 3)
    let images = (0..<10_000).map { _ in
      ImageCatalog.Entry(
        width: 400, height: 300 + 50 * random.below(5),
        format: [.jpeg, .heic, .png, .webp][random.below(4)])
    }
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
      viewportExtent: device.screenHeight, viewportBreadth: device.screenWidth, device: device,
      loader: .cached)
  }

  /// Ten minutes of flings and rests, sampled at 120 Hz.
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
