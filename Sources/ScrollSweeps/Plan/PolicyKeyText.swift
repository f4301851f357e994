package import ScrollCaching
package import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// What keys of runs say of a policy.
  ///
  /// Name and settings; its version, unless it is the first; and what a policy does that is not
  /// built in (`PolicyBehavior`), so that runs are made anew when its rule has changed though
  /// nothing else has. Of a built-in one what it does is a matter of the model's version, and one
  /// that decides outside of this program states itself which it is.
  var keyText: String {
    if let stated = entry.facts.statedVersion {
      return canonical + "\n  states \(stated(settings) ?? "no version")"
    }
    let version = entry.facts.version == 1 ? "" : "\n  version \(entry.facts.version)"
    return canonical + version
      + (isBuiltIn ? "" : "\n  behavior \(PolicyBehavior.digest(of: self))")
  }

  /// Whether it is one of ours.
  var isBuiltIn: Bool { entry.isBuiltIn }
}

extension PolicyDescriptor {
  /// Whether a store may keep what it does: not of a program that states no version of itself.
  package func mayBeStored(_ settings: SettingValues) -> Bool {
    facts.statedVersion.map { $0(settings) != nil } ?? true
  }
}
