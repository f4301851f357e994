import ScrollCaching
import ScrollCore

extension Choice where Entry == PolicyDescriptor {
  /// What keys of runs say of a policy.
  ///
  /// Name and settings; its version, unless it is the first; and what a policy does that is not
  /// built in (`PolicyBehavior`), so that runs are made anew when its rule has changed though
  /// nothing else has. Of a built-in one what it does is a matter of the model's version.
  var keyText: String {
    let version = entry.facts.version == 1 ? "" : "\n  version \(entry.facts.version)"
    return canonical + version
      + (isBuiltIn ? "" : "\n  behavior \(PolicyBehavior.digest(of: self))")
  }

  /// Whether it is one of ours.
  var isBuiltIn: Bool { entry.isBuiltIn }
}
