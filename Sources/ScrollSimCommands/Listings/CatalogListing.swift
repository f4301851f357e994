import ArgumentParser
import ScrollCore
import ScrollReports

/// What a catalogue lists: all of it in lines, or one entry with every setting.
enum CatalogListing {
  struct Entry: Encodable {
    let name: String, summary: String
    let settings: [SettingText]
  }

  struct SettingText: Encodable {
    let name: String, expected: String, standard: String, summary: String

    init(_ setting: Setting) {
      name = setting.name
      expected = setting.domain.description
      standard = setting.standard
      summary = setting.summary
    }
  }

  static func entry(_ entry: some CatalogEntry) -> Entry {
    Entry(
      name: entry.name, summary: entry.summary, settings: entry.settings.map(SettingText.init))
  }

  /// Prints every entry, a line each.
  static func printAll<E: CatalogEntry>(_ catalog: Catalog<E>, _ output: FormatOption) throws {
    var table = Table([.left("name"), .left("summary")])
    for entry in catalog.entries { table.append([entry.name, entry.summary]) }
    try output.print(table, catalog.entries.map { Self.entry($0) })
  }

  /// Prints one entry: its summary and discussion, then its settings.
  static func printOne<E: CatalogEntry>(
    _ name: String, of catalog: Catalog<E>, discussion: (E) -> String, _ output: FormatOption
  ) throws {
    let entry: E
    do { entry = try catalog.choose(name).entry } catch { throw CommandError.usage("\(error)") }
    var table = Table([.left("setting"), .left("default"), .left("expected"), .left("summary")])
    for setting in entry.settings {
      table.append([
        setting.name, setting.standard, setting.domain.description, setting.summary,
      ])
    }
    if output.format == .table {
      let text = discussion(entry)
      try Output.print(
        "\(entry.name): \(entry.summary)\n\n" + (text.isEmpty ? "" : "\(text.wrapped)\n\n"))
      guard !entry.settings.isEmpty else { return }
    }
    try output.print(table, [Self.entry(entry)])
  }
}
