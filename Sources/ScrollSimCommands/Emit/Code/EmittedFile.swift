import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// A source file that sets up an image library.
///
/// It has a type with constants and `configure`, a class that prefetches, and a comment for each
/// setting that the library lacks.
struct EmittedFile {
  /// A constant between the lines of `marks`, where `check --of` reads it.
  struct Constant {
    let name: String
    let literal: String
  }

  /// The name of the type with the constants.
  static let type = "FeedCache"
  /// The comment lines before and after the constants.
  static let marks = (first: "// scrollsim: constants", last: "// scrollsim: end of constants")

  let target: EmitTarget
  /// The setting that the file expresses: the given setting, without the parts that the library
  /// lacks.
  private(set) var setting: EmittedSetting
  /// The summary of the type, for its documentation comment.
  let summary: String
  private(set) var constants: [Constant] = []
  private var imports: [String]
  private var needs: [String] = []
  private var configuration: [String] = []
  private var members: [String] = []
  private var others: [String] = []
  private var notes: [String] = []
  /// The parameters of `configure`.
  var parameters = ""
  /// A Boolean value that indicates whether the type belongs to the main actor.
  var isIsolated = false

  /// Creates a file without settings.
  /// - Parameters:
  ///   - target: The library.
  ///   - setting: The setting to be written.
  ///   - imports: The import lines.
  ///   - summary: The summary of the type, which names the library.
  init(_ target: EmitTarget, _ setting: EmittedSetting, imports: [String], summary: String) {
    self.target = target
    self.setting = setting
    self.imports = imports
    self.summary = summary
  }

  var language: SourceLanguage { target.language }

  /// Adds an import line unless the file has it.
  mutating func add(import line: String) {
    if !imports.contains(line) { imports.append(line) }
  }

  /// Adds a constant.
  /// - Returns: the expression that reads it in `configure`.
  @discardableResult
  mutating func add(constant name: String, _ literal: String) -> String {
    constants.append(Constant(name: name, literal: literal))
    return reference(to: name)
  }

  /// Returns the expression that reads a constant in `configure`.
  func reference(to name: String) -> String {
    language == .typeScript ? "\(Self.type).\(name)" : name
  }

  /// Adds lines to `configure`.
  mutating func configure(_ lines: [String]) { configuration += lines }

  /// Adds a member to the type, after an empty line.
  mutating func add(member lines: [String]) { members += [""] + lines.map(indented) }

  /// Adds a declaration to the file, after an empty line.
  mutating func add(declaration lines: [String]) {
    guard !lines.isEmpty else { return }
    others += [""] + lines
  }

  /// Returns the lines of a text.
  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Adds a sentence about the required version of the library.
  mutating func need(_ sentence: String) { needs.append(sentence) }

  /// Adds a sentence to the comment at the end of the file.
  mutating func note(_ sentence: String) { notes.append(sentence) }

  /// Adds a comment to `configure` about a setting that the library lacks.
  mutating func lacks(_ clause: String) { configuration += Self.lacking(clause, width: 96) }

  /// Returns the comment about a setting that the library lacks.
  static func lacking(_ clause: String, width: Int = 100) -> [String] {
    Comment.lines("Not expressible here: \(clause).", width: width)
  }

  private func indented(_ line: String) -> String { line.isEmpty ? "" : "  \(line)" }

  /// Returns the file's text.
  /// - Parameter source: The origin of the setting, as a clause.
  /// - Returns: the lines of the file. Comments are at most 100 columns wide unless a name is
  ///   longer.
  func text(source: String) -> String {
    var lines = [SettingComment(setting, for: target).line]
    lines += Comment.lines("\(source).")
    for sentence in needs { lines += Comment.lines(sentence) }
    lines += imports.sorted()
    lines += [""] + language.documentation(summary, width: 100)
    lines.append(language.opening(of: Self.type, isolated: isIsolated))
    let values = constants.map { language.constant($0.name, $0.literal) }
    lines += ([Self.marks.first] + values + [Self.marks.last]).map(indented)
    lines += ["", indented(language.configure(parameters))]
    lines += configuration.map { indented(indented($0)) }
    lines.append("  }")
    lines += members + ["}"] + others
    if !notes.isEmpty { lines += [""] + notes.flatMap { Comment.lines($0) } }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension EmittedFile {
  /// Adds the limits of a memory cache, and comments for the settings that the library lacks.
  /// - Parameters:
  ///   - order: A sentence about the order in which the library evicts images.
  ///   - mapped: The lines for the other settings of the policy, by the names of the settings.
  ///   - screens: Returns the lines that set the limit to a number of screens; `nil` if the library
  ///     lacks such a limit.
  ///   - limit: Returns the lines that set the limit to a number of bytes.
  mutating func addCache(
    order: String, mapped: [String: SettingLines] = [:], screens: ((String) -> [String])? = nil,
    limit: (String) -> [String]
  ) {
    if setting.policy == nil {
      lacks("loader '\(setting.loader.label)' has no memory cache; the library has one")
    } else if let policy = setting.policy, !target.keeps(policy.entry.name) {
      lacks("policy '\(policy.label)'. \(order)")
    }
    setting.keepPolicy(of: target)
    if case .screens(let count) = setting.budget {
      if let screens {
        configure(screens(add(constant: "cacheScreens", "\(count)f")))
      } else {
        lacks("a budget of \(setting.budget), which depends on the screen")
        setting.keepBudget(of: target)
      }
    }
    addLimit(limit)
    for changed in setting.policySettings {
      guard let lines = mapped[changed.name], let found = add(changed, lines) else {
        lacks("policy '\(setting.policy?.entry.name ?? "")': \(changed.name)=\(changed.value)")
        setting.dropFromPolicy(changed.name)
        continue
      }
      configure(found)
    }
  }

  /// Adds the constants of the budget, and the lines that set the cache limit.
  private mutating func addLimit(_ lines: (String) -> [String]) {
    switch setting.budget {
    case .screens: return
    case .none:
      configure(
        lines(add(constant: "costLimit", target.zeroIsNoLimit ? "0" : language.unlimited)))
    case .bytes(let size): configure(lines(add(constant: "costLimit", language.bytes(size))))
    case .share(let share, let most):
      add(constant: "memoryShare", "\(share)")
      if let most { add(constant: "costLimitAtMost", language.bytes(most)) }
      configure(lines(addCostLimit(hasMost: most != nil)))
    }
  }

  /// Adds the function or parameter that converts a share of memory to bytes.
  /// - Returns: the expression for the bytes in `configure`.
  private mutating func addCostLimit(hasMost: Bool) -> String {
    switch language {
    case .swift:
      let memory = "Double(ProcessInfo.processInfo.physicalMemory) * memoryShare"
      add(member: [
        "/// The bytes that the cache may hold on this device.",
        "static var costLimit: Int {",
        "  Int(" + (hasMost ? "min(\(memory), Double(costLimitAtMost))" : memory) + ")",
        "}",
      ])
      return "costLimit"
    case .kotlin:
      add(import: "import android.app.ActivityManager")
      let memory = "memory.totalMem * memoryShare"
      add(member: [
        "/** Returns the bytes that the cache may hold on this device. */",
        "private fun costLimit(context: Context): Long {",
        "  val memory = ActivityManager.MemoryInfo()",
        "  val manager = context.getSystemService(Context.ACTIVITY_SERVICE) as ActivityManager",
        "  manager.getMemoryInfo(memory)",
        "  return "
          + (hasMost ? "minOf(\(memory), costLimitAtMost.toDouble())" : "(\(memory))")
          + ".toLong()",
        "}",
      ])
      return "costLimit(context)"
    case .typeScript:
      parameters = "totalMemory: number"
      let memory = "totalMemory * \(reference(to: "memoryShare"))"
      configure([
        "// totalMemory: the bytes of the device, from expo-device's Device.totalMemory."
      ])
      return "Math.floor("
        + (hasMost ? "Math.min(\(memory), \(reference(to: "costLimitAtMost")))" : memory) + ")"
    case .dart:
      parameters = "int totalMemory"
      configure([
        "// totalMemory: the bytes of the device, which Flutter itself does not know."
      ])
      return hasMost
        ? "math.min((totalMemory * memoryShare).floor(), costLimitAtMost)"
        : "(totalMemory * memoryShare).floor()"
    }
  }

  /// Adds the constant of a setting if its lines read one.
  /// - Returns: the lines that set the value; `nil` for a value that the library does not support.
  private mutating func add(
    _ changed: (name: String, value: String), _ lines: SettingLines
  ) -> [String]? {
    switch lines {
    case .constant(let besides, let make):
      guard !besides.contains(changed.value) else { return nil }
      return make(add(constant: changed.name, changed.value))
    case .structure(let make): return make(changed.value)
    }
  }

  /// Adds the settings of a loader that the library has, and a comment for the others.
  /// - Parameters:
  ///   - elsewhere: The names of settings that other parts of the file express.
  ///   - mapped: The lines for the settings, by the names of the settings.
  ///   - frame: Returns the lines of the settings with code around them; `nil` adds no code.
  ///   - isFrameNeeded: `true` if the code around the lines is also necessary without any line.
  mutating func addLoader(
    elsewhere: Set<String> = [], mapped: [String: SettingLines],
    frame: (([String]) -> [String])? = nil, isFrameNeeded: Bool = false
  ) {
    if !target.isAnyLoader, !target.loaders.contains(setting.loader.entry.name) {
      lacks("the way in which loader '\(setting.loader.label)' reads, decodes and cancels")
      setting.keepLoader(of: target)
    }
    var lines: [String] = []
    var isMapped = isFrameNeeded
    for changed in setting.loaderSettings where !elsewhere.contains(changed.name) {
      if let known = mapped[changed.name], let found = add(changed, known) {
        lines += found
        isMapped = true
      } else {
        lacks("loader '\(setting.loader.entry.name)': \(changed.name)=\(changed.value)")
        setting.dropFromLoader(changed.name)
      }
    }
    guard isMapped else { return }
    configure(frame?(lines) ?? lines)
  }

  /// Resets a setting of the loader to its default.
  mutating func dropFromLoader(_ name: String) { setting.dropFromLoader(name) }

  /// Removes the limit of the cache.
  mutating func keepNoBudget() { setting.keepNoBudget() }

  /// Replaces the prefetcher by none.
  mutating func dropPrefetcher() { setting.keepNoPrefetcher() }

  /// Resets the settings of the prefetcher to their defaults.
  mutating func keepPrefetcherDefaults() { setting.keepPrefetcherDefaults() }
}

/// The lines of code for a setting of a policy or a loader.
enum SettingLines {
  /// Lines that read a constant. `besides` are the values that cannot be expressed.
  case constant(besides: Set<String> = [], _ lines: (String) -> [String])
  /// Lines that contain the value, without a constant; `nil` for a value that cannot be expressed.
  case structure(_ lines: (String) -> [String]?)
}
