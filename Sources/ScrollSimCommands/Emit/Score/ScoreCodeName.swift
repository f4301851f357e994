import ScrollCaching
import ScrollCore

/// The name of a formula's policy in Swift, and in a catalog.
struct ScoreCodeName {
  /// The name of the type, such as `FoundPolicy`.
  let type: String

  static let standard = ScoreCodeName(unchecked: "FormulaPolicy")
  /// An empty name, for code that is made only to collect its identifiers.
  static let none = ScoreCodeName(unchecked: "")

  private init(unchecked type: String) { self.type = type }

  /// Checks a name.
  /// - Parameters:
  ///   - type: The name of the type.
  ///   - code: The identifiers of the code; the name must not be one of them.
  /// - Throws: `CommandError` with status 64 for a name that is invalid for a type, or that exists
  ///   already.
  init(_ type: String, notIn code: Set<String>) throws(CommandError) {
    guard type.first?.isUppercase == true, type.count <= 60,
      type.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else {
      throw .usage(
        "--name '\(type)' is no name of a type; expected at most 60 letters and digits, the first "
          + "in upper case")
    }
    guard !code.contains(type), !Self.reserved.contains(type) else {
      throw .usage("--name '\(type)' has a meaning in the code itself; expected another name")
    }
    let policy = Self.policy(type)
    guard !PolicyCatalog.builtIn.entries.contains(where: { $0.name == policy }) else {
      throw .usage(
        "--name '\(type)' makes the policy '\(policy)', which there is; expected another name")
    }
    self.init(unchecked: type)
  }

  /// The keywords of Swift, and the names that the code imports.
  private static let reserved: Set<String> = [
    "Any", "Self", "Type", "Protocol", "Swift", "ScrollCaching", "ScrollCore",
  ]

  /// The name in kebab case, without its last word if that is `Policy`: `found`.
  var policy: String { Self.policy(type) }

  private static func policy(_ type: String) -> String {
    let suffix = "Policy"
    let stem =
      type.hasSuffix(suffix) && type != suffix ? String(type.dropLast(suffix.count)) : type
    let letters = Array(stem)
    var name = ""
    for (place, letter) in letters.enumerated() {
      let followsSmall = place > 0 && !letters[place - 1].isUppercase
      let precedesSmall = place + 1 < letters.count && letters[place + 1].isLowercase
      let startsWord = letter.isUppercase && place > 0 && (followsSmall || precedesSmall)
      name += (startsWord ? "-" : "") + letter.lowercased()
    }
    return name
  }
}
