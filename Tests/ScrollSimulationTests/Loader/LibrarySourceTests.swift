import ScrollCore
import ScrollSimulation
import Testing

/// The lines of public sources that the models of libraries cite.
@Suite struct LibrarySourceTests {
  /// Settings that follow from what a library is for, or from something that it does not do.
  private static let uncited = [
    "origin", "cache", "backOff", "cancelQueued", "cancelDownload",
  ]

  private static let loaders = Catalog<LoaderDescriptor>.builtIn.entries.filter {
    LibrarySource.of($0.name) != nil
  }

  @Test(arguments: loaders.map(\.name))
  func `every changed setting of a library cites a line of its source`(name: String) throws {
    let source = try #require(LibrarySource.of(name))
    let entry = try Catalog<LoaderDescriptor>.builtIn.choose(name).entry
    let plain = LoaderDescriptor("plain", "", Loader()).settings
    let cited = Set(source.citations.map(\.setting))
    for (setting, usual) in zip(entry.settings, plain) where setting.standard != usual.standard {
      // Flutter leaves its connections to the platform.
      if Self.uncited.contains(setting.name) || (name, setting.name) == ("flutter", "connections") {
        continue
      }
      #expect(cited.contains(setting.name), "\(name): \(setting.name)")
    }
    if entry.ownCache != nil { #expect(cited.contains("budget") || cited.contains("policy")) }
  }

  @Test(arguments: LibrarySource.names)
  func `a citation names an existing setting and a valid line`(name: String) throws {
    let source = try #require(LibrarySource.of(name))
    let loaders = Catalog<LoaderDescriptor>.builtIn.entries.filter { $0.name == name }
    let prefetchers = Catalog<PrefetcherDescriptor>.builtIn.entries.filter { $0.name == name }
    let settings = loaders.flatMap(\.settings) + prefetchers.flatMap(\.settings)
    #expect(!settings.isEmpty, "no loader or prefetcher '\(name)'")
    #expect(source.repository.split(separator: "/").count == 2)
    for citation in source.citations {
      let known = settings.map(\.name) + ["policy", "budget"]
      #expect(known.contains(citation.setting), "\(name): \(citation.setting)")
      #expect(citation.line > 0 && !citation.file.isEmpty && !citation.text.isEmpty)
    }
  }

  @Test func `every library with a public repository has citations`() {
    let expected = [
      "coil", "flash-list", "flutter", "fresco", "glide", "kingfisher", "nuke", "nuke-data-cache",
      "sdwebimage",
    ]
    #expect(LibrarySource.names == expected)
  }
}
