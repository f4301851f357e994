import ArgumentParser
import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces

/// Runs one app over one trace.
struct RunCommand: ParsableCommand {
  enum ClockName: String, CaseIterable, ExpressibleByArgument {
    case given, cpu, real
  }

  enum PrefetchName: String, CaseIterable, ExpressibleByArgument {
    case none, neighbours
  }

  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Scrolls a trace with a real loader and measures it.",
    discussion: """
      Three clocks: 'given' takes every duration from the device profile and does no work; 'cpu' reads, \
      decodes and redraws for real and takes the processor time of each job for its duration on a \
      virtual clock; 'real' has threads and frames in real time.

      Policies are those of scrollsim, and 'nscache': the NSCache of Foundation.

      Example:
        lab run grid.scroll --pictures work/pictures --list lists/grid.csv \\
          --policy sieve --budget 64MiB --lanes 2 --device lab.yml --clock real
      """)

  @Argument(help: "A trace of samples on a list or a grid.")
  var trace: String
  @Option(help: "The profile whose screen, cell work, flash and (clock 'given') durations count.")
  var device: String
  @Option(help: "The folder of the pictures; not for clock 'given'.")
  var pictures: String?
  @Option(help: "The list of the pictures that the trace was made of; not for clock 'given'.")
  var list: String?
  @Option(help: "How the app loads.")
  var loader = Preset.Name.cached
  @Option(help: "What decides which bitmap leaves the memory cache.")
  var policy = "lru"
  @Option(help: "Bytes of the memory cache: 64MiB.")
  var budget = "64MiB"
  @Option(help: "What is fetched ahead.")
  var prefetch = PrefetchName.none
  @Option(help: "Threads that decode.")
  var lanes = 1
  @Option(help: "Whose time counts.")
  var clock = ClockName.given
  @Option(help: "When requests go out in a frame.")
  var requests = RequestTime.afterWork
  @Option(help: "Also write every job with its times to this file (.csv).")
  var jobs: String?

  var sceneName: String { URL(fileURLWithPath: trace).deletingPathExtension().lastPathComponent }
  var budgetBytes: Int { ByteCount(parsing: budget)?.bytes ?? 0 }

  func validate() throws {
    guard budgetBytes > 0 else {
      throw ValidationError("--budget is '\(budget)'; expected a number of bytes like 64MiB")
    }
    guard lanes > 0 else { throw ValidationError("--lanes is \(lanes); expected 1 or more") }
    guard clock == .given || (pictures != nil && list != nil) else {
      throw ValidationError("--clock \(clock.rawValue) decodes; expected --pictures and --list")
    }
    guard clock != .real || requests != .frameStart else {
      throw ValidationError("--requests frame-start is a model's; expected it with a virtual clock")
    }
  }

  func run() throws {
    let device = try profile()
    let scene = try Scene(path: trace)
    let preset = Preset(loader)
    let targets = Targets(scene, preset, scale: device.scale)
    let display = Display(hertz: device.refreshRate)
    guard clock != .given else {
      let machine = VirtualMachine(
        LoadTable(preset), GivenWorks(scene, targets, on: device), lanes: lanes, requests: requests)
      return try report(app(scene, preset, machine, display, targets).run(), scene, jobs: [])
    }
    let files = try PictureList(list ?? "", in: pictures ?? "").files(for: scene)
    let works = RealWorks(
      files, targets, on: device, isRealTime: clock == .real)
    try warmUp(files)
    let watch = MachineWatch()
    let machine: any Machine =
      clock == .real
      ? RealMachine(LoadTable(preset), works, lanes: lanes)
      : VirtualMachine(LoadTable(preset), works, lanes: lanes, requests: requests)
    let ledger = try app(scene, preset, machine, display, targets).run()
    let findings = watch.findings(on: works.jobs)
    try report(ledger, scene, jobs: works.jobs, clock == .real ? findings : nil)
  }

  private func profile() throws -> DeviceProfile {
    do {
      return device.hasSuffix(".yml")
        ? try DeviceFile.load(path: device) : try DeviceCatalog.builtIn.choose(device).entry
    } catch { throw LabError.choice("\(error)") }
  }

  private func app(
    _ scene: Scene, _ preset: Preset, _ machine: any Machine, _ display: Display,
    _ targets: Targets
  ) throws -> App {
    let cache = preset.keepsImages ? try makeCache(targets.bytes) : nil
    return App(
      scene, preset, on: machine, display, cache: cache, prefetches: prefetch == .neighbours,
      requests: requests)
  }

  private func makeCache(_ bytes: [Int]) throws -> any ImageCache {
    if policy == "nscache" { return FoundationCache(budget: budgetBytes) }
    return try PolicyCache(policy: policy, budget: budgetBytes, bytes: bytes)
  }

  /// The system has every file in memory, and the decoders have run once.
  private func warmUp(_ files: [PictureFile]) throws {
    for file in files { _ = try file.read() }
    for format in [ImageFormat.jpeg, .png] {
      if let file = files.first(where: { $0.format == format }) {
        _ = try file.decode(file.read())
      }
    }
  }

  private func report(
    _ ledger: Ledger, _ scene: Scene, jobs: [Job], _ findings: MachineWatch.Findings? = nil
  ) throws {
    var ledger = ledger
    ledger.settle(at: scene.course.end)
    if let path = self.jobs {
      let rows = jobs.map { "\($0.kind),\($0.picture),\($0.wall),\($0.cpu)\n" }
      try Data(("kind,picture,wall_ns,cpu_ns\n" + rows.joined()).utf8)
        .write(to: URL(fileURLWithPath: path))
    }
    print(try RunResult(ledger, self, jobs: jobs, machine: findings).json())
  }
}

extension RequestTime: ExpressibleByArgument {}
