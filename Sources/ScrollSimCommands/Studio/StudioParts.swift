import ScrollCaching
import ScrollCore
import ScrollSimulation

/// What a page has: the policies, loaders and prefetchers that are built in.
enum StudioParts {
  static func has(_ policy: PolicyDescriptor) -> Bool {
    PolicyCatalog.builtIn.entries.contains { $0.name == policy.name }
  }

  static func has(_ loader: LoaderDescriptor) -> Bool {
    Catalog<LoaderDescriptor>.builtIn.entries.contains { $0.name == loader.name }
  }

  static func has(_ prefetcher: PrefetcherDescriptor) -> Bool {
    Catalog<PrefetcherDescriptor>.builtIn.entries.contains { $0.name == prefetcher.name }
  }
}
