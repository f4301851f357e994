import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation

/// Swift code that sets a library up, with comments about settings that it lacks.
struct EmittedCode {
  private(set) var modules: [String]
  private var lines: [String] = []
  private var missing: [String] = []
  private var notes: [String] = []

  /// Creates an empty code.
  /// - Parameter modules: The modules to import.
  init(importing modules: [String]) { self.modules = modules }

  /// A Boolean value that indicates whether there is code.
  var hasLines: Bool { !lines.isEmpty }

  /// Adds a line of code, or of a comment.
  mutating func add(_ line: String) { lines.append(line) }

  /// Adds a capability that the library lacks, as a clause.
  mutating func lacks(_ clause: String) { missing.append(clause) }

  /// Adds a sentence at the end.
  mutating func note(_ sentence: String) { notes.append(sentence) }

  /// Adds settings that the library lacks, each by its name.
  mutating func lacks(_ settings: [(name: String, value: String)], of owner: String) {
    for setting in settings { lacks("\(owner): \(setting.name)=\(setting.value)") }
  }

  /// Returns the file's text.
  ///
  /// - Parameter title: The subject of the setting, for the first line.
  /// - Returns: lines; comments are at most 100 columns wide unless a name is longer.
  func text(title: String) -> String {
    let imports = modules.map { "import \($0)\n" }.joined()
    let comments = missing.map { "Not expressible here: \($0)." } + notes
    return Self.comment(title) + imports + "\n"
      + lines.map { $0.hasPrefix("// ") ? Self.comment(String($0.dropFirst(3))) : $0 + "\n" }
      .joined()
      + (comments.isEmpty
        ? "" : "\n" + comments.map(Self.comment).joined())
  }

  /// Returns a text as comment lines.
  private static func comment(_ text: String) -> String {
    var lines = [""]
    for word in text.visible.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count > 97 {
        lines.append("  " + word)
      } else {
        lines[lines.count - 1] = last + " " + word
      }
    }
    return lines.map { "// \($0)\n" }.joined()
  }
}

extension EmittedCode {
  /// Adds the lines for the limits of a memory cache, and a note about settings of the cache that
  /// cannot be chosen.
  /// - Parameters:
  ///   - setting: The setting with the cache.
  ///   - cost: The property of the cost limit, and the type of its value.
  ///   - unlimited: The value that limits nothing.
  ///   - count: The property of the count limit.
  ///   - order: The library's order of eviction, as a clause.
  ///   - mapped: Lines for other settings of the policy, by their names.
  mutating func addCache(
    _ setting: EmittedSetting, cost: (property: String, type: String), unlimited: String,
    count: String, order: String,
    mapped: [String: (String) -> String?] = [:]
  ) {
    guard let policy = setting.policy else {
      lacks("loader '\(setting.loader.text)' has no memory cache; the library has one")
      return
    }
    if case .screens = setting.budget {
      lacks("a budget of \(setting.budget), which depends on the screen")
    } else {
      add("\(cost.property) = \(setting.budget.swift(as: cost.type) ?? unlimited)")
    }
    let isKept = setting.isKept
    if !isKept { lacks("policy '\(policy.text)': \(order)") }
    for changed in setting.policySettings {
      if changed.name == "countLimit" {
        add("\(count) = \(changed.value)")
      } else if isKept, let line = mapped[changed.name]?(changed.value) {
        add(line)
      } else if isKept {
        lacks([changed], of: "policy '\(policy.entry.name)'")
      }
    }
  }
}

extension EmittedCode {
  /// Adds the lines for the settings of a loader that the library has, too, and names the others.
  /// - Parameters:
  ///   - setting: The setting with the loader.
  ///   - own: The loader that models the library; `nil` if there is none.
  ///   - said: Settings that have a line already.
  ///   - mapped: Lines for settings, by their names; `nil` for a value that the library cannot
  ///     have.
  ///   - frame: Lines before and after them, if there are any.
  ///   - isFrameNeeded: `true` if the frame is code without any line in it.
  mutating func addLoader(
    _ setting: EmittedSetting, own: String?, said: Set<String> = [],
    mapped: [String: (String) -> [String]?] = [:], frame: (first: String, last: String)? = nil,
    isFrameNeeded: Bool = false
  ) {
    guard setting.loader.entry.name == own else {
      return lacks("loader '\(setting.loader.text)', how images are read, decoded and cancelled")
    }
    var lines: [String] = []
    var isMapped = isFrameNeeded
    var others: [(name: String, value: String)] = []
    for changed in setting.loaderSettings where !said.contains(changed.name) {
      if let found = mapped[changed.name]?(changed.value) {
        lines += found
        isMapped = true
      } else {
        others.append(changed)
      }
    }
    lacks(others, of: "loader '\(setting.loader.entry.name)'")
    guard isMapped else { return }
    add("")
    if let frame { lines = [frame.first] + lines + [frame.last] }
    for line in lines { add(line) }
  }
}
