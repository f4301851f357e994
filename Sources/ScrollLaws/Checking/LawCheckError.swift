/// A law that does not exist.
public enum LawCheckError: Error, Equatable, CustomStringConvertible {
  case unknownLaw(String)

  public var description: String {
    switch self {
    case .unknownLaw(let name):
      "there is no law '\(name)'; there are "
        + Law.all.map(\.name).joined(separator: ", ")
    }
  }
}
