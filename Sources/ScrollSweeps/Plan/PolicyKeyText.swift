package import ScrollCaching
package import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// The text about a policy in the keys of runs.
  ///
  /// It has the name, the settings, and the version unless that is the first. For a policy that is
  /// not built in, it also has a digest of the behavior (`PolicyBehavior`), so that runs are made
  /// again when only the rule of the policy has changed. The behavior of a built-in policy is part
  /// of the model's version. A policy that decides outside of this program states its version
  /// itself.
  var keyText: String {
    if let stated = entry.facts.statedVersion {
      return canonical + "\n  states \(stated(settings) ?? "no version")"
    }
    let version = entry.facts.version == 1 ? "" : "\n  version \(entry.facts.version)"
    return canonical + version
      + (isBuiltIn ? "" : "\n  behavior \(PolicyBehavior.digest(of: self))")
  }

  /// A Boolean value that indicates whether the policy is built in.
  var isBuiltIn: Bool { entry.isBuiltIn }
}

extension PolicyDescriptor {
  /// Returns a Boolean value that indicates whether a store may keep the runs of the policy;
  /// `false` if the policy is a program that states no version.
  package func mayBeStored(_ settings: SettingValues) -> Bool {
    facts.statedVersion.map { $0(settings) != nil } ?? true
  }
}
