package import ScrollDevice

extension DeviceFile {
  /// The text of a profile, which reads back as one with the same figures.
  ///
  /// Figures are nested by their names, sections in the order in which their first figures come.
  /// - Parameters:
  ///   - name: of the profile, small letters, digits and hyphens.
  ///   - summary: one sentence.
  ///   - figures: all of them.
  /// - Returns: YAML.
  package static func text(
    name: String, summary: String, figures: [DeviceProfile.Figure]
  ) -> String {
    var root = Section()
    for figure in figures { root.add(figure, at: path(of: figure.name)[...]) }
    // A list without elements has no figures.
    root.addEmptyList(at: ["memory", "backgroundApps"])
    return "name: \(name)\nsummary: \(YAMLText.quoted(summary))\n" + root.text(indent: 0)
  }

  /// `memory.backgroundApps[0]` as `memory`, `backgroundApps`, `[0]`.
  private static func path(of name: String) -> [Substring] {
    name.split(separator: ".").flatMap { part -> [Substring] in
      guard let bracket = part.firstIndex(of: "[") else { return [part] }
      return [part[..<bracket], part[bracket...]]
    }
  }

  /// A mapping, or a list where its keys have brackets.
  private struct Section {
    private var keys: [Substring] = []
    private var sections: [Substring: Section] = [:]
    private var figures: [Substring: DeviceProfile.Figure] = [:]

    mutating func add(_ figure: DeviceProfile.Figure, at path: ArraySlice<Substring>) {
      guard let key = path.first else { return }
      if figures[key] == nil, sections[key] == nil { keys.append(key) }
      if path.count == 1 {
        figures[key] = figure
      } else {
        sections[key, default: Section()].add(figure, at: path.dropFirst())
      }
    }

    mutating func addEmptyList(at path: ArraySlice<Substring>) {
      guard let key = path.first else { return }
      if sections[key] == nil { keys.append(key) }
      sections[key, default: Section()].addEmptyList(at: path.dropFirst())
    }

    func text(indent: Int) -> String {
      let margin = String(repeating: " ", count: indent)
      var text = ""
      for key in keys {
        // Sections at the top stand apart.
        if indent == 0 { text += "\n" }
        let head = key.hasPrefix("[") ? "\(margin)-" : "\(margin)\(key):"
        if let figure = figures[key] {
          text += "\(head) \(DeviceFile.text(of: figure))\n"
        } else if let section = sections[key] {
          text +=
            section.keys.isEmpty ? "\(head) []\n" : "\(head)\n\(section.text(indent: indent + 2))"
        }
      }
      return text
    }
  }

  private static func text(of figure: DeviceProfile.Figure) -> String {
    // A point of a table has its pixels in the same text.
    let parts = figure.text.split(separator: " at ", maxSplits: 1)
    let pixels = parts.count == 2 ? "pixels: \(parts[1]), " : ""
    let error = figure.error.map { ", error: \(Millionths($0 * 100).text) %" } ?? ""
    return "{\(pixels)value: \(parts[0])\(error), source: \(YAMLText.quoted(figure.source))}"
  }
}
