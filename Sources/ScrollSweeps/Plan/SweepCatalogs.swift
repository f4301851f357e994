package import ScrollCaching
package import ScrollCore
package import ScrollSimulation

/// The catalogs for the names in a spec.
package struct SweepCatalogs: Sendable {
  /// The policies for names in files.
  package var policies: PolicyCatalog
  /// The policies for names that were typed as options.
  package var typedPolicies: PolicyCatalog
  package var prefetchers: Catalog<PrefetcherDescriptor>
  package var loaders: Catalog<LoaderDescriptor>

  package init(
    policies: PolicyCatalog = .builtIn, typedPolicies: PolicyCatalog? = nil,
    prefetchers: Catalog<PrefetcherDescriptor> = .builtIn,
    loaders: Catalog<LoaderDescriptor> = .builtIn
  ) {
    self.policies = policies
    self.typedPolicies = typedPolicies ?? policies
    self.prefetchers = prefetchers
    self.loaders = loaders
  }
}

extension SweepCatalogs {
  /// Throws an error for a setting that no entry with the owner's name has.
  func check(_ axis: SweepGrid.SettingAxis) throws(SweepError) {
    guard let value = axis.values.first else { return }
    let settings = [
      policies.entries.first { $0.name == axis.owner }?.settings,
      loaders.entries.first { $0.name == axis.owner }?.settings,
      prefetchers.entries.first { $0.name == axis.owner }?.settings,
    ].compactMap { $0 }
    guard !settings.isEmpty else {
      throw value.wrong(
        "'\(axis.owner)' is not known; expected the name of a policy, loader or prefetcher")
    }
    guard settings.joined().contains(where: { $0.name == axis.setting }) else {
      throw value.wrong(
        SettingError.unknownSetting(
          axis.setting, owner: axis.owner, known: settings.joined().map(\.name)))
    }
  }
}
