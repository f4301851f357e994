/// Axes of which some values change nothing.
package struct IdleAxes: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Seeds of what draws nothing.
  package static let seeds = IdleAxes(rawValue: 1)
  /// Networks over which nothing is downloaded.
  package static let networks = IdleAxes(rawValue: 2)
}
