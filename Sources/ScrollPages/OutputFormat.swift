/// The format in which a command prints lists and measurements.
package enum OutputFormat: String, Sendable, CaseIterable {
  /// Aligned text for people.
  case table
  /// One document, with unrounded figures.
  case json
  /// Comma-separated values, RFC 4180.
  case csv
  /// A table for GitHub and similar sites.
  case markdown
}
