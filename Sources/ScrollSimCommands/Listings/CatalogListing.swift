import ArgumentParser
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The listing of a catalog: a line per entry, or one entry with every setting.
enum CatalogListing {
  struct Entry: Encodable {
    let name: String
    /// The kind of the entry; left out if the catalog has no kinds.
    let kind: String?
    let summary: String
    /// The details of the entry: rule, source, promises and claims.
    ///
    /// The property is left out in lists, and if there are no details.
    let discussion: String?
    let settings: [SettingText]
    /// The public sources of a library's model: the library, and the libraries that it builds on.
    ///
    /// The property is left out in lists, and for entries that model no library.
    let sources: [SourceText]?
  }

  /// The version of a library, and the lines of its source code from which the settings come.
  struct SourceText: Encodable {
    struct Line: Encodable {
      let setting: String
      /// The value of the setting in the model; left out for the policy and budget of the memory
      /// cache.
      let value: String?
      let file: String
      let line: Int
      let text: String
    }

    let library: String, version: String, repository: String, tag: String
    let lines: [Line]

    init(_ source: LibrarySource, _ settings: [Setting]) {
      library = source.library
      version = source.version
      repository = source.repository
      tag = source.tag
      let names = settings.map(\.name) + ["policy", "budget"]
      lines = names.flatMap { name in
        source.citations.filter { $0.setting == name }.map {
          Line(
            setting: name, value: settings.first { $0.name == name }?.standard, file: $0.file,
            line: $0.line, text: $0.text)
        }
      }
    }

    /// The heading of the source, such as `Source: Nuke 13.2.0, https://github.com/kean/Nuke,
    /// 13.2.0:`.
    var heading: String {
      "Source: \(library) \(version), https://github.com/\(repository), \(tag):"
    }

    /// A table with a line for every citation.
    var table: Table {
      var table = Table([.left("setting"), .left("file and line"), .prose("text")])
      for line in lines {
        let setting = line.value.map { "\(line.setting)=\($0)" } ?? line.setting
        table.append([setting, "\(line.file):\(line.line)", line.text])
      }
      return table
    }
  }

  struct SettingText: Encodable {
    let name: String, expected: String, standard: String, summary: String
    /// The variables of an expression; left out for all other settings.
    let words: [String: String]?
    /// The data that an app must supply for the variables; left out if there is none.
    let supplies: [String: String]?

    init(_ setting: Setting) {
      name = setting.name
      expected = setting.domain.description
      standard = setting.standard
      summary = setting.summary
      words =
        setting.words.isEmpty
        ? nil : Dictionary(uniqueKeysWithValues: setting.words.map { ($0.name, $0.meaning) })
      supplies =
        setting.words.allSatisfy { $0.supply.isEmpty }
        ? nil : Dictionary(uniqueKeysWithValues: setting.words.map { ($0.name, $0.supply) })
    }
  }

  static func entry(
    _ entry: some CatalogEntry, kind: String? = nil, discussion: String = "",
    sources: [LibrarySource] = []
  ) -> Entry {
    Entry(
      name: entry.name, kind: kind, summary: entry.summary,
      discussion: discussion.isEmpty ? nil : discussion,
      settings: entry.settings.map(SettingText.init),
      sources: sources.isEmpty ? nil : sources.map { SourceText($0, entry.settings) })
  }

  /// Prints one entry with its discussion and its settings, or all entries if no name is given.
  /// - Throws: `CommandError` for a name that is not in the catalog.
  static func print<E: CatalogEntry>(
    _ name: String?, of catalog: Catalog<E>, discussion: (Choice<E>) -> String = { _ in "" },
    sources: (E) -> [LibrarySource] = { _ in [] }, _ output: FormatOption
  ) throws {
    guard let name else { return try printAll(catalog, output) }
    let choice: Choice<E>
    do { choice = try catalog.choose(name) } catch { throw CommandError.usage("\(error)") }
    let text = [discussion(choice), LibrarySource.note(on: choice.entry.name)]
    try printOne(
      choice.entry, text.filter { !$0.isEmpty }.joined(separator: "\n"), sources(choice.entry),
      output)
  }

  /// Prints a line for every entry.
  private static func printAll<E: CatalogEntry>(
    _ catalog: Catalog<E>, _ output: FormatOption
  ) throws {
    let hasKinds = !catalog.kinds.isEmpty
    var table = Table(
      hasKinds
        ? [.left("name"), .left("kind"), .prose("summary")] : [.left("name"), .prose("summary")])
    for (place, entry) in catalog.entries.enumerated() {
      table.append(
        hasKinds
          ? [entry.name, catalog.kinds[place], entry.summary] : [entry.name, entry.summary])
    }
    try output.print(
      table,
      catalog.entries.enumerated().map { place, entry in
        Self.entry(entry, kind: hasKinds ? catalog.kinds[place] : nil)
      })
  }

  /// Prints an entry's summary and discussion, then its settings.
  private static func printOne(
    _ entry: some CatalogEntry, _ discussion: String, _ sources: [LibrarySource],
    _ output: FormatOption
  ) throws {
    var table = Table([.left("setting"), .left("default"), .prose("expected"), .prose("summary")])
    for setting in entry.settings {
      table.append([
        setting.name, setting.standard, setting.domain.description, setting.summary,
      ])
    }
    if output.format == .table {
      try Output.print(
        Terminal.wrapped("\(entry.name): \(entry.summary)", to: output.width) + "\n\n"
          + (discussion.isEmpty ? "" : "\(discussion.wrapped)\n\n"))
      guard !entry.settings.isEmpty else { return }
    }
    let document = [Self.entry(entry, discussion: discussion, sources: sources)]
    try output.print(table, document)
    guard output.format == .table else { return }
    for source in document[0].sources ?? [] {
      try Output.print("\n" + Terminal.wrapped(source.heading, to: output.width) + "\n\n")
      try output.print(source.table, document)
    }
    for setting in entry.settings where !setting.words.isEmpty {
      try Output.print("\n")
      let table = Self.table(of: setting.words)
      try output.print(table, document)
    }
  }

  /// Returns a table of the names in an expression, with their meanings and the data that an app
  /// must supply.
  private static func table(of words: [Setting.Language.Word]) -> Table {
    let hasSupplies = words.contains { !$0.supply.isEmpty }
    var table = Table(
      [.left("variable"), .prose("meaning")] + (hasSupplies ? [.prose("an app supplies")] : []))
    for word in words {
      table.append([word.name, word.meaning] + (hasSupplies ? [word.supply] : []))
    }
    return table
  }
}

extension Setting {
  /// The names that are allowed in an expression; empty if there is no expression.
  fileprivate var words: [Language.Word] {
    guard case .expression(let language) = domain else { return [] }
    return language.words
  }
}
