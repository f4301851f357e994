/// How a command prints what it lists or measures.
package enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned text for people.
  case table
  /// One document, figures unrounded.
  case json
  /// RFC 4180.
  case csv
  /// A table for GitHub and its kin.
  case markdown
}
