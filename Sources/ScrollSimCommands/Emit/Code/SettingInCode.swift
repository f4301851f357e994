import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The setting of a source file that `emit` wrote: the file's comment, with the present values of
/// its constants, which users may have changed.
package struct SettingInCode {
  /// The target that the comment names.
  let target: EmitTarget
  /// The setting of the comment, with the values of the file's constants.
  let setting: EmittedSetting
  let path: String
  /// The line number of the comment, from 1.
  private let line: Int

  /// Reads a file.
  /// - Throws: `CommandError` with status 66 for a missing file, and with status 65 for a file
  ///   without a valid setting. The message of status 65 names the line and the remedy.
  package init(_ path: String) throws(CommandError) {
    self.path = path
    let lines = try Self.lines(path)
    guard let (line, comment) = Self.comment(lines) else {
      throw CommandError(
        .badData,
        "'\(path)' has no comment like `// scrollsim: loader=nuke budget=64MiB for=nuke`; expected "
          + "a file that `scrollsim emit` wrote")
    }
    self.line = line
    let place = "\(path):\(line)"
    do {
      target = try EmitTarget.choose(comment.values[.target] ?? "")
      let base = try EmittedSetting(
        for: target, loader: comment.values[.loader], policy: comment.values[.policy],
        budget: comment.values[.budget], prefetcher: comment.values[.prefetch])
      let expected = target.file(for: base).constants.map(\.name)
      let constants = try Self.constants(lines, path, for: target)
      setting = try ConstantSetting(base, constants, for: target, expected: expected, at: place)
        .setting()
    } catch {
      throw error.status == .badData ? error : CommandError(.badData, "\(place): \(error.sentence)")
    }
  }

  /// The name of the target, such as `nuke`.
  package var library: String { target.name }
  /// The loader in the format of the command line.
  package var loader: String { setting.loader.label }
  /// The policy in the format of the command line; `own` for a loader without a cache.
  package var policy: String { setting.policy?.label ?? SweepAxis.own }
  /// The budget in the format of the command line.
  package var budget: String { setting.budget.budgetText }
  /// The prefetcher in the format of the command line.
  package var prefetch: String { setting.prefetcher.label }

  /// The setting as values on the axes of a sweep.
  var axes: [SweepAxis: [SweepValue]] {
    let texts = [
      (SweepAxis.loader, loader), (.policy, policy), (.budget, budget), (.prefetch, prefetch),
    ]
    let place = "\(path):\(line)"
    return Dictionary(
      uniqueKeysWithValues: texts.map { axis, text in
        (axis, [SweepValue(text, place: place, isFromFile: true)])
      })
  }

  /// The setting in one line, such as `loader nuke, policy nuke-clock, budget 64MiB, prefetch none`.
  var text: String {
    "loader \(loader), policy \(policy), budget \(budget), prefetch \(prefetch)"
  }
}

extension SettingInCode {
  private static func lines(_ path: String) throws(CommandError) -> [Substring] {
    let bytes: [UInt8]
    do { bytes = try InputFile.readText(path) } catch { throw CommandError(.noInput, "\(error)") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandError(
        .badData, "'\(path)' is no text; expected a file that `scrollsim emit` wrote")
    }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  private static func comment(_ lines: [Substring]) -> (line: Int, comment: SettingComment)? {
    for (index, line) in lines.enumerated() {
      if let comment = SettingComment(line) { return (index + 1, comment) }
    }
    return nil
  }

  /// Returns the constants between the marks, with their line numbers.
  private static func constants(
    _ lines: [Substring], _ path: String, for target: EmitTarget
  ) throws(CommandError) -> [(line: Int, constant: ConstantText)] {
    func place(of mark: String) -> Int? {
      lines.firstIndex { String($0.drop { $0 == " " || $0 == "\t" }).hasPrefix(mark) }
    }
    guard let last = place(of: EmittedFile.marks.last),
      let first = lines[..<last].firstIndex(where: {
        String($0.drop { $0 == " " || $0 == "\t" }) == EmittedFile.marks.first
      })
    else {
      throw CommandError(
        .badData,
        "'\(path)' has no constants between `\(EmittedFile.marks.first)` and "
          + "`\(EmittedFile.marks.last)`; expected these lines around them")
    }
    var constants: [(line: Int, constant: ConstantText)] = []
    for index in first + 1..<last {
      let line = lines[index].drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      if line.isEmpty || line.hasPrefix("//") || line.hasPrefix("/*") || line.hasPrefix("*") {
        continue
      }
      do { constants.append((index + 1, try ConstantText(line, in: target.language))) } catch {
        throw CommandError(.badData, "\(path):\(index + 1): \(problem(error, line, target))")
      }
    }
    return constants
  }

  private static func problem(
    _ problem: ConstantText.Problem, _ line: Substring, _ target: EmitTarget
  ) -> String {
    let example = target.language.constant("costLimit", target.language.bytes(ByteCount(64 << 20)))
    switch problem {
    case .noConstant: return "'\(line)' is no constant; expected one like `\(example)`"
    case .noValue(let text):
      return "'\(text)' is no number, text or flag; expected a constant like `\(example)`"
    }
  }
}

/// A setting with some of its values replaced by constants of a file.
private struct ConstantSetting {
  private let base: EmittedSetting
  private let target: EmitTarget
  private let constants: [(line: Int, constant: ConstantText)]
  private let expected: [String]
  private let place: String

  init(
    _ base: EmittedSetting, _ constants: [(line: Int, constant: ConstantText)],
    for target: EmitTarget, expected: [String], at place: String
  ) {
    self.base = base
    self.constants = constants
    self.target = target
    self.expected = expected
    self.place = place
  }

  /// Groups of constants of which a file has one.
  ///
  /// A user may replace this constant by another one of its group.
  private static let alternatives = [
    ["costLimit", "memoryShare", "cacheScreens"], ["screensAhead", "pointsAhead"],
    ["screensBehind", "pointsBehind"],
  ]

  /// Returns the setting.
  /// - Throws: `CommandError` for a constant that is missing, unknown, repeated or out of range.
  func setting() throws(CommandError) -> EmittedSetting {
    try requireAll()
    var loader = base.loader
    var policy = base.policy
    var prefetcher = base.prefetcher
    for (line, constant) in constants where !Self.isOfBudget(constant.name) {
      let value = (name: constant.name, value: constant.value)
      if constant.name == "policy" {
        policy = try chosenPolicy(constant.value, line)
      } else if let change = try change(of: prefetcher, value, line) {
        prefetcher = try changed(prefetcher, change, line)
      } else if policy?.entry.settings.contains(where: { $0.name == value.name }) == true,
        let before = policy
      {
        policy = try changed(before, value, line)
      } else if loader.entry.settings.contains(where: { $0.name == value.name }) {
        loader = try changed(loader, value, line)
      } else {
        throw unknown(value.name, line)
      }
    }
    return try EmittedSetting(
      loader: loader.label, policy: policy?.label ?? SweepAxis.own, budget: budget(),
      prefetcher: prefetcher.label)
  }

  private static func isOfBudget(_ name: String) -> Bool {
    alternatives[0].contains(name) || name == "costLimitAtMost"
  }

  private func requireAll() throws(CommandError) {
    var seen: Set<String> = []
    for (line, constant) in constants where !seen.insert(constant.name).inserted {
      throw CommandError(
        .badData, "\(path(line)): '\(constant.name)' stands there twice; expected it once")
    }
    for name in expected where name != "costLimitAtMost" && !seen.contains(name) {
      let others = Self.alternatives.first { $0.contains(name) } ?? []
      guard seen.isDisjoint(with: others) else { continue }
      throw CommandError(
        .badData,
        "\(place): the constant '\(name)' is missing between the marks; expected it, since the "
          + "comment names its setting")
    }
  }

  /// Returns the text of the budget.
  private func budget() throws(CommandError) -> String {
    func find(_ name: String) -> (line: Int, constant: ConstantText)? {
      constants.first { $0.constant.name == name }
    }
    if let (line, limit) = find("costLimit") {
      if limit.value == ConstantText.unlimited { return BudgetList.none }
      guard let bytes = Int(limit.value), bytes > 0 || target.zeroIsNoLimit else {
        throw wrong(limit, line, expected: "a number of bytes above 0")
      }
      return bytes == 0 ? BudgetList.none : "\(ByteCount(bytes))"
    }
    if let (line, share) = find("memoryShare") {
      guard let value = Double(share.value), (0.0001...1).contains(value) else {
        throw wrong(share, line, expected: "a share from 0.0001 to 1")
      }
      guard let (line, most) = find("costLimitAtMost") else {
        return DefaultCache.Limit.share(value).budgetText
      }
      guard let bytes = Int(most.value), bytes > 0 else {
        throw wrong(most, line, expected: "a number of bytes above 0")
      }
      return DefaultCache.Limit.share(value, atMost: ByteCount(bytes)).budgetText
    }
    if let (line, screens) = find("cacheScreens"), case .screens(let own) = base.budget,
      screens.value != "\(own)"
    {
      throw wrong(screens, line, expected: "\(own), or costLimit in bytes in its place")
    }
    return SweepAxis.own
  }

  /// Returns the setting of the prefetcher that a constant sets; `nil` for a constant that sets
  /// something else.
  private func change(
    of prefetcher: Choice<PrefetcherDescriptor>, _ constant: (name: String, value: String),
    _ line: Int
  ) throws(CommandError) -> (name: String, value: String)? {
    let name =
      switch (constant.name, prefetcher.entry.name) {
      case ("screensAhead", "ring"), ("pointsAhead", "ring"): "ahead"
      case ("screensBehind", "ring"), ("pointsBehind", "ring"): "behind"
      case ("screensAhead", "directional"), ("pointsAhead", "directional"): "screens"
      case ("prefetchItems", "neighbours"): "k"
      case ("prefetchItems", "glide-preload"): "max"
      default: ""
      }
    guard !name.isEmpty else { return nil }
    return (name, constant.value + (constant.name.hasPrefix("points") ? "pt" : ""))
  }

  private func changed<Entry: CatalogEntry>(
    _ choice: Choice<Entry>, _ change: (name: String, value: String), _ line: Int
  ) throws(CommandError) -> Choice<Entry> {
    let others = choice.settings.pairs.filter { $0.name != change.name }
    do {
      let values = try SettingValues(
        others + [change], for: choice.entry.settings, of: choice.entry.name)
      return Choice(entry: choice.entry, settings: values, text: choice.entry.name)
    } catch { throw CommandError(.badData, "\(path(line)): \(error)") }
  }

  private func chosenPolicy(
    _ text: String, _ line: Int
  ) throws(CommandError) -> Choice<PolicyDescriptor> {
    do { return try ScrollSim.policies.choose(text) } catch {
      throw CommandError(.badData, "\(path(line)): \(error)")
    }
  }

  private func path(_ line: Int) -> String {
    "\(place.prefix(upTo: place.lastIndex(of: ":") ?? place.endIndex)):\(line)"
  }

  private func wrong(_ constant: ConstantText, _ line: Int, expected: String) -> CommandError {
    CommandError(
      .badData, "\(path(line)): '\(constant.name)' is \(constant.value); expected \(expected)")
  }

  private func unknown(_ name: String, _ line: Int) -> CommandError {
    let hint =
      NameMatch.suggestion(for: name, among: expected).map { "did you mean '\($0)'?" }
      ?? "expected \(expected.joined(separator: ", ")), or a setting of the loader or the policy"
    return CommandError(.badData, "\(path(line)): no setting is called '\(name)'; \(hint)")
  }
}
