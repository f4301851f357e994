import ScrollSimulation
import ScrollSweeps

/// The page about the schema, which is made from the tables and their comments.
enum SchemaPage {
  /// Returns the article `Store.md`.
  static func markdown() -> String {
    let tables = StoreSchema.current.tables
    return ([introduction] + tables.map { section($0, of: tables) }).joined(separator: "\n")
  }

  /// The example queries, one for each table.
  static var queries: [String] { SchemaExamples.all.values.map(\.sql) }

  private static let introduction = """
    # The store of results

    A store is an SQLite file with the runs of sweeps, searches and replays. This page has the tables
    and a query for each.

    ## Overview

    `sqlite3 results.sqlite` or any SQLite library opens a store, also while another process writes
    it. A key is the first 32 hexadecimal digits of a SHA-256; a trace has the whole SHA-256 of its
    file. Keys depend on content alone, so stores from different machines can be merged.

    The schema has the comments below, and `.schema` prints them. Those of figures are the catalog's:
    JSON, CSV and limits use the same names in another form (`stallSeconds` for `stall_s`). The
    database's `application_id` is `0x5363726c`; its `user_version` is the version of the schema.
    The table `latest` has the key of the sweep that a command wrote last.

    """

  private static func section(_ table: SchemaTable, of tables: [SchemaTable]) -> String {
    var lines = ["## \(table.name)", "", table.summary, ""]
    var columns = table.columns[...]
    if table.isView, let base = base(of: table, in: tables) {
      lines += ["A view with every column of `\(base.name)`, and:", ""]
      columns = columns.dropFirst(base.columns.count)
      lines += ["| column | type |", "|---|---|"]
      lines += columns.map { "| `\($0.name)` | \($0.type) |" }
    } else {
      lines += ["| column | type | meaning |", "|---|---|---|"]
      lines += columns.map { column in
        let type = column.isOptional ? "\(column.type) or null" : column.type
        let figure = table.name == "run" ? figures[column.name] : nil
        return "| `\(column.name)` | \(type) | \(figure ?? table.summary(of: column)) |"
      }
    }
    if let example = SchemaExamples.all[table.name] {
      lines += ["", example.question, "", "```sql", example.sql, "```"]
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// The summaries of the figures in the catalog, by column.
  private static let figures = Dictionary(
    uniqueKeysWithValues: FigureCatalog.stored.map { ($0.column, $0.summary) })

  /// Returns the table whose columns a view begins with.
  private static func base(of view: SchemaTable, in tables: [SchemaTable]) -> SchemaTable? {
    tables.first { !$0.isView && view.columnNames.starts(with: $0.columnNames) }
  }
}
