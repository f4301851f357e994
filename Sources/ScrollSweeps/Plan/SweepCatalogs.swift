public import ScrollCaching
public import ScrollCore
public import ScrollSimulation

/// What the names in a spec may mean.
public struct SweepCatalogs: Sendable {
  public var policies: PolicyCatalog
  public var loaders = Catalog<LoaderDescriptor>.builtIn
  public var prefetchers = Catalog<PrefetcherDescriptor>.builtIn

  public init(policies: PolicyCatalog = .builtIn) { self.policies = policies }
}
