import ScrollCore
import ScrollSimulation

extension EmittedCode {
  /// Adds the lines for the settings of a loader that the library has, too, and names the others.
  /// - Parameters:
  ///   - setting: what has the loader.
  ///   - own: the loader that models the library; nil where there is none.
  ///   - said: settings that have a line already.
  ///   - mapped: lines for settings, by their names; nil for a value that the library cannot have.
  ///   - frame: lines before and after them, if there are any.
  mutating func addLoader(
    _ setting: EmittedSetting, own: String?, said: Set<String> = [],
    mapped: [String: (String) -> [String]?] = [:], frame: (first: String, last: String)? = nil
  ) {
    guard setting.loader.entry.name == own else {
      return lacks("loader '\(setting.loader.text)', how images are read, decoded and cancelled")
    }
    var lines: [String] = []
    var isMapped = false
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
