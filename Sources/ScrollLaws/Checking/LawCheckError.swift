/// An error for a law that cannot be checked as requested.
public enum LawCheckError: Error, Equatable, CustomStringConvertible {
  case unknownLaw(String)
  /// The script contains something that the law's arena does not allow.
  case unsuitable(law: String, arena: ScriptKind)
  case needsReference(law: String)

  public var description: String {
    switch self {
    case .unknownLaw(let name):
      "there is no law '\(name)'; there are "
        + Law.all.map(\.name).joined(separator: ", ")
    case .unsuitable(let law, let arena):
      "the law '\(law)' applies to \(arena.statement), but this case has more"
    case .needsReference(let law): "the law '\(law)' needs a reference to compare with"
    }
  }
}
