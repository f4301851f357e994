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

    What each table of a store holds, and a question for each.

    ## Overview

    A store is one SQLite file; `sqlite3 results.sqlite` or any library opens it. While it is
    being written others may read it. What is known by a key has the first 32 hexadecimal digits
    of a SHA-256 as its key, a trace the whole SHA-256 of its file. Keys depend on content alone,
    so that stores which were filled apart can be merged.

    The comments below stand in the schema itself, where `.schema` shows them; those of figures
    are the catalog's, which JSON, CSV and limits name alike (`stallSeconds` for `stall_s`). The
    database's `application_id` is `0x5363726c`; its `user_version` is the version of the schema.

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
      lines += ["| column | type | what it is |", "|---|---|---|"]
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
