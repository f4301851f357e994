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
    !LibrarySource.of($0.name).isEmpty
  }

  @Test(arguments: loaders.map(\.name))
  func `every changed setting of a library cites a line of its source`(name: String) throws {
    let entry = try Catalog<LoaderDescriptor>.builtIn.choose(name).entry
    let plain = LoaderDescriptor("plain", "", Loader()).settings
    let cited = Set(LibrarySource.of(name).flatMap(\.citations).map(\.setting))
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
  func `a citation names an existing setting and a valid line`(name: String) {
    let loaders = Catalog<LoaderDescriptor>.builtIn.entries.filter { $0.name == name }
    let prefetchers = Catalog<PrefetcherDescriptor>.builtIn.entries.filter { $0.name == name }
    let settings = loaders.flatMap(\.settings) + prefetchers.flatMap(\.settings)
    #expect(!settings.isEmpty, "no loader or prefetcher '\(name)'")
    for source in LibrarySource.of(name) {
      #expect(source.repository.split(separator: "/").count == 2)
      #expect(!source.citations.isEmpty, "\(name): \(source.library)")
      for citation in source.citations {
        let known = settings.map(\.name) + ["policy", "budget"]
        #expect(known.contains(citation.setting), "\(name): \(citation.setting)")
        #expect(citation.line > 0 && !citation.file.isEmpty && !citation.text.isEmpty)
      }
    }
  }

  @Test(arguments: LibrarySource.names)
  func `a library cites no setting of a library that it builds on`(name: String) {
    var cited: Set<String> = []
    for source in LibrarySource.of(name) {
      let settings = Set(source.citations.map(\.setting))
      #expect(cited.isDisjoint(with: settings), "\(name): \(source.library)")
      cited.formUnion(settings)
    }
  }

  @Test func `expo-image and Texture cite the libraries that they build on`() {
    #expect(LibrarySource.of("expo-image").map(\.library) == ["expo-image", "SDWebImage"])
    let texture = LibrarySource.of("texture").map(\.library)
    #expect(texture == ["Texture", "PINRemoteImage", "PINCache"])
  }

  @Test func `Nuke's disk cache replaces two lines of its default pipeline`() throws {
    let nuke = try #require(LibrarySource.of("nuke").first).citations
    let other = try #require(LibrarySource.of("nuke-data-cache").first).citations
    let changed = nuke.filter { !other.contains($0) }.map(\.setting)
    #expect(Set(changed) == ["diskCache", "diskLimit"])
    let added = other.filter { !nuke.contains($0) }.map(\.setting)
    #expect(added == ["diskCache", "diskLimit", "diskTrim", "diskSweep", "diskInterval"])
  }

  @Test func `only entries that model UIKit or SwiftUI have no public source`() {
    #expect(LibrarySource.note(on: "uikit-window").contains("not public"))
    #expect(LibrarySource.note(on: "image-named").contains("not public"))
    #expect(LibrarySource.note(on: "swiftui").contains("estimate"))
    #expect(LibrarySource.note(on: "swiftui-26").contains("estimate"))
    for name in LibrarySource.names + ["cached"] {
      #expect(LibrarySource.note(on: name).isEmpty, "\(name)")
    }
  }

  @Test func `every library with a public repository has citations`() {
    let expected = [
      "coil", "expo-image", "expo-image-memory-disk", "flash-list", "flutter", "fresco", "glide",
      "kingfisher", "nuke", "nuke-data-cache", "sdwebimage", "texture", "texture-ranges",
    ]
    #expect(LibrarySource.names == expected)
  }
}
