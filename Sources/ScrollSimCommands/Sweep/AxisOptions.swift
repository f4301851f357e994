import ArgumentParser
import Foundation
import ScrollCore
package import ScrollSweeps

/// The options of commands that take the axes of a sweep, from a spec or from equivalent options.
struct AxisOptions: ParsableArguments {
  @Argument(
    help: "A file of settings to combine (.yml); `scrollsim sweep --help` describes it.",
    completion: .spec)
  var spec: String?
  @Option(
    help: ArgumentHelp(
      "A scroll trace (.scroll), or several sessions: a folder/, sessions:count=100:seed=1 "
        + "(generated) or cut:FILE:pause=30 (cut at pauses); repeatable.", valueName: "trace"),
    completion: .trace)
  var trace: [String] = []
  @Option(
    help: ArgumentHelp("NAME[:KEY=VALUE...], comma-separated.", valueName: "policies"),
    completion: .policies)
  var policy: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Cache limits: 64MiB,128MiB, 32MiB..512MiB:x2 or 15%<=768MiB (15 % of the device's memory, "
        + "at most 768 MiB).", valueName: "budgets"))
  var budget: [String] = []
  @Option(
    help: ArgumentHelp("Names or profile files (.yml).", valueName: "devices"),
    completion: .devices)
  var device: [String] = []
  @Option(
    help: ArgumentHelp("Names or profile files (.yml).", valueName: "networks"),
    completion: .networks)
  var network: [String] = []
  @Option(
    help: ArgumentHelp(
      "The start of sessions: cold, warm (with memory and disk of an earlier session), or warm-disk. "
        + "warm:after=600 sets the break after that session, in seconds.",
      valueName: "starts"),
    completion: .list(["cold", "warm", "warm-disk"]))
  var start: [String] = []
  @Option(
    help: ArgumentHelp(
      "Short for --start: warm is --start warm-disk, cold is --start cold.", valueName: "disk"),
    completion: .list(["cold", "warm"]))
  var disk: String?
  @Option(
    help: ArgumentHelp("NAME[:KEY=VALUE...].", valueName: "loaders"),
    completion: .loaders)
  var loader: [String] = []
  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...], or own: the loader's default.", valueName: "prefetchers"),
    completion: .prefetchers(and: ["own"]))
  var prefetch: [String] = []
  @Option(
    help: ArgumentHelp("grid:columns=3, or own: the layout of the trace.", valueName: "layouts"),
    completion: .layouts(and: ["own"]))
  var layout: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Seeds for randomized policies: 7, or 0..9.", valueName: "seeds"))
  var seed: [String] = []
  @Option(
    help: ArgumentHelp(
      "NAME.SETTING=VALUE,VALUE... of a policy, loader or prefetcher.", valueName: "setting"))
  var set: [String] = []
  @Option(
    help: ArgumentHelp(
      "Exclude combinations with all of these values: 'policy=lru budget=<32MiB'.",
      valueName: "rule"))
  var exclude: [String] = []
  @Option(
    help: ArgumentHelp(
      "Add combinations: 'policy=unbounded budget=1GiB'.", valueName: "grid"))
  var include: [String] = []
  @OptionGroup var programs: AllowExecOption

  func validate() throws {
    guard let disk else { return }
    guard start.isEmpty else {
      throw ValidationError(
        "--disk and --start both choose how sessions begin; expected one of them (a warm "
          + "start includes a warm disk)")
    }
    guard ["warm", "cold"].contains(disk) else {
      throw ValidationError("--disk '\(disk)' is not a state of the disk; expected warm or cold")
    }
  }

  /// The catalogs for a command that makes the runs.
  var catalogs: SweepCatalogs { programs.catalogs(for: spec) }

  /// Returns the spec, where the options replace its axes.
  /// - Throws: `CommandError` for a spec that cannot be read, and for empty options.
  func load() throws(CommandError) -> SweepSpec {
    guard spec != nil || !programs.allowExec else {
      throw .usage("--allow-exec applies to programs in a file; expected a spec")
    }
    var asked: SweepSpec
    do {
      asked =
        try spec.map { path throws(SweepError) in try SweepSpec.load(path: path) }
        ?? SweepSpec(base: SweepGrid())
    } catch { throw CommandError(error) }
    let grid = try grid
    if [.policy, .loader, .prefetch].contains(where: { grid.axes[$0] != nil }) {
      for index in asked.base.settings.indices { asked.base.settings[index].mayBeIdle = true }
    }
    asked.base = asked.base.replacing(with: grid)
    asked.exclude += try exclude.map { text throws(CommandError) in
      try Self.grid(of: text, option: "--exclude")
    }
    asked.include += try include.map { text throws(CommandError) in
      try Self.grid(of: text, option: "--include")
    }
    return asked
  }

  /// Returns the spec for a command that makes all runs at once.
  /// - Throws: The errors of `load()`, and `CommandError` for a spec that draws sessions until a
  ///   target is reached.
  func loadComplete() throws(CommandError) -> SweepSpec {
    let spec = try load()
    guard let target = spec.until else { return spec }
    throw .usage(
      "\(self.spec ?? "the spec") has 'until: \(target)', which only `scrollsim sweep "
        + "--store FILE` supports; expected a spec without it")
  }

  private var grid: SweepGrid {
    get throws(CommandError) {
      var grid = SweepGrid()
      for axis in SweepAxis.allCases {
        let texts = texts(axis)
        if !texts.isEmpty { grid.axes[axis] = Self.values(texts, axis, option: "--\(axis)") }
      }
      for text in set { try Self.add(text, to: &grid, option: "--set") }
      return grid
    }
  }

  private func texts(_ axis: SweepAxis) -> [String] {
    switch axis {
    case .trace: trace
    case .layout: layout
    case .device: device
    case .network: network
    case .start: start + (disk.map { [$0 == "warm" ? "warm-disk" : $0] } ?? [])
    case .loader: loader
    case .prefetch: prefetch
    case .policy: policy
    case .budget: budget
    case .seed: seed
    }
  }

  private static func values(
    _ texts: [String], _ axis: SweepAxis, option: String
  ) -> [SweepValue] {
    texts.flatMap { text in
      axis.takesLists
        ? ChoiceList.texts(in: text).map { SweepValue($0, place: option) }
        : [SweepValue(text, place: option)]
    }
  }

  /// Adds the values of a setting, typed as `NAME.SETTING=VALUE,VALUE`.
  static func add(
    _ text: String, to grid: inout SweepGrid, option: String
  ) throws(CommandError) {
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    let path = sides.first?.split(separator: ".", maxSplits: 1).map(String.init) ?? []
    guard sides.count == 2, path.count == 2 else {
      throw .usage("\(option) '\(text)' has no value; expected NAME.SETTING=VALUE")
    }
    guard !grid.settings.contains(where: { $0.owner == path[0] && $0.setting == path[1] }) else {
      throw .usage("\(option) '\(text)' repeats '\(sides[0])'; expected it once")
    }
    let values = ChoiceList.texts(in: sides[1]).map { SweepValue($0, place: option) }
    grid.settings.append(.init(owner: path[0], setting: path[1], values: values))
  }

  /// Parses a grid of settings, such as `policy=lru budget=<32MiB distance.lead=2`.
  static func grid(
    of text: String, option: String
  ) throws(CommandError) -> SweepGrid {
    var grid = SweepGrid()
    for part in text.split(separator: " ") {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2, let axis = SweepAxis(rawValue: sides[0]) {
        guard grid.axes[axis] == nil else {
          throw .usage("\(option) '\(text)' sets '\(sides[0])' twice; expected it once")
        }
        grid.axes[axis] = values([sides[1]], axis, option: option)
      } else if sides.count == 2, sides[0].contains(".") {
        try add(String(part), to: &grid, option: option)
      } else {
        let known = SweepAxis.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage(
          "\(option) '\(text)': '\(sides[0])' is no setting or condition; expected NAME=VALUE, NAME "
            + "being one of \(known), or NAME.SETTING=VALUE")
      }
    }
    guard !grid.isEmpty else {
      throw .usage("\(option) '\(text)' is empty; expected NAME=VALUE")
    }
    return grid
  }
}

extension CommandError {
  package init(_ error: SweepError) {
    switch error.cause {
    case .usage: self.init(.usage, error.description)
    case .badData: self.init(.badData, error.description)
    case .noInput: self.init(.noInput, error.description)
    case .inputOutput: self.init(.inputOutput, error.description)
    }
  }
}

/// Functions that open stores.
///
/// Their errors have a sentence and an exit status.
package enum SweepInput {
  package static func open(
    _ path: String, access: ResultStore.Access = .shared, wait: Duration = .seconds(10)
  ) throws(CommandError) -> ResultStore {
    do { return try ResultStore(path: path, access: access, wait: wait) } catch {
      throw CommandError(error)
    }
  }

  /// Opens an existing store for reading.
  static func openMade(
    _ path: String, wait: Duration = .seconds(10)
  ) throws(CommandError) -> ResultStore {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(
        .noInput, "store '\(path)' is missing; expected a store of scrollsim sweep")
    }
    return try open(path, access: .reading, wait: wait)
  }

  static func close(_ store: ResultStore) throws(CommandError) {
    do { try store.close() } catch { throw CommandError(error) }
  }
}

extension CommandError {
  init(_ error: ResultStoreError) {
    let status: Status =
      switch error.status {
      case .badData: .badData
      case .noInput: .noInput
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .locked: .locked
      }
    self.init(status, "\(error)")
  }
}

extension EmptyScrolls {
  /// Prints a note about the traces of a plan whose duration is zero, if there are any.
  static func note(on plan: SweepPlan) {
    guard let sentence = sentence(plan.scenarios.map(\.record.trace)) else { return }
    Output.say("note: \(sentence)")
  }
}
