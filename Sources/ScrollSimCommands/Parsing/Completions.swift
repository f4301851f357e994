package import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces

/// The completions of an option or an argument in shells.
extension CompletionKind {
  package static var trace: CompletionKind { .file(extensions: ["scroll"]) }
  package static var spec: CompletionKind { .file(extensions: ["yml", "yaml"]) }

  package static var policies: CompletionKind { names(of: ScrollSim.policies) }
  static var loaders: CompletionKind { names(of: Catalog<LoaderDescriptor>.builtIn) }
  static var devices: CompletionKind { .list(DeviceCatalog.names) }
  static var networks: CompletionKind { names(of: NetworkCatalog.builtIn) }
  static var imageFormats: CompletionKind { names(of: Catalog<ImageFormat>.builtIn) }
  static var prefetchers: CompletionKind { prefetchers(and: []) }
  static var layouts: CompletionKind { layouts(and: []) }
  static var requestFormats: CompletionKind {
    names(of: RequestFormatCatalog.builtIn, and: ["auto", "scroll"])
  }

  /// Returns the prefetchers, and further words.
  static func prefetchers(and words: [String]) -> CompletionKind {
    names(of: Catalog<PrefetcherDescriptor>.builtIn, and: words)
  }

  /// Returns the layouts, and further words.
  static func layouts(and words: [String]) -> CompletionKind {
    names(of: Catalog<LayoutDescriptor>.builtIn, and: words)
  }

  private static func names<Entry: CatalogEntry>(
    of catalog: Catalog<Entry>, and words: [String] = []
  ) -> CompletionKind {
    .list(words + catalog.entries.map(\.name))
  }
}
