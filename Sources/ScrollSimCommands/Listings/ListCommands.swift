import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollSimulation

/// The policies and cache models, with their rules and settings.
struct PoliciesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", abstract: "Lists the policies, or tells everything about one.",
    discussion: """
      Example:
        scrollsim policies s3fifo
      """)

  @Argument(help: "A policy; all of them unless given.") var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    guard let name else { return try CatalogListing.printAll(ScrollSim.policies, output) }
    try CatalogListing.printOne(
      name, of: ScrollSim.policies, discussion: { $0.fullText }, output)
  }
}

extension PolicyDescriptor {
  /// The discussion and what a user must know before choosing.
  fileprivate var fullText: String {
    var lines = [facts.discussion].filter { !$0.isEmpty }
    lines.append(
      isStrict
        ? "The budget holds after every operation; \(facts.refusal.statement)."
        : "A cache model with limits of its own; \(facts.refusal.statement).")
    if facts.smallestUsefulCapacity > 1 {
      lines.append("Useful from \(facts.smallestUsefulCapacity) images of equal size on.")
    }
    if facts.needsFuture { lines.append("Knows the future: only replay can use it.") }
    if facts.isSpatial { lines.append("Decides by where images are.") }
    return lines.joined(separator: "\n")
  }
}

/// The ways of loading.
struct LoadersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loaders", abstract: "Lists the ways of loading, or the settings of one.",
    discussion: """
      Example:
        scrollsim loaders cached
      """)

  @Argument(help: "A loader; all of them unless given.") var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<LoaderDescriptor>.builtIn
    guard let name else { return try CatalogListing.printAll(catalog, output) }
    try CatalogListing.printOne(name, of: catalog, discussion: { _ in "" }, output)
  }
}

/// What can be fetched ahead.
struct PrefetchersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prefetchers", abstract: "Lists the prefetchers, or the settings of one.",
    discussion: """
      Example:
        scrollsim prefetchers neighbours
      """)

  @Argument(help: "A prefetcher; all of them unless given.") var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<PrefetcherDescriptor>.builtIn
    guard let name else { return try CatalogListing.printAll(catalog, output) }
    try CatalogListing.printOne(name, of: catalog, discussion: { _ in "" }, output)
  }
}

/// The layouts.
struct LayoutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layouts", abstract: "Lists the layouts, or the settings of one.",
    discussion: """
      Example:
        scrollsim layouts grid
      """)

  @Argument(help: "A layout; all of them unless given.") var name: String?
  @OptionGroup var output: FormatOption

  func run() throws {
    let catalog = Catalog<LayoutDescriptor>.builtIn
    guard let name else { return try CatalogListing.printAll(catalog, output) }
    try CatalogListing.printOne(name, of: catalog, discussion: { _ in "" }, output)
  }
}
