import ScrollCaching
import ScrollCore

/// What the policy of a formula is called in Swift, and in a catalog.
struct ScoreCodeName {
  /// `FoundPolicy`.
  let type: String

  static let standard = ScoreCodeName(unchecked: "FormulaPolicy")
  /// For code of which only the other words are of interest.
  static let none = ScoreCodeName(unchecked: "")

  private init(unchecked type: String) { self.type = type }

  /// Checks a name.
  /// - Parameters:
  ///   - type: what the type is to be called.
  ///   - code: the words of the code, none of which the name may be.
  /// - Throws: `CommandError` with status 64 for what is no name of a type, or is one already.
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

  /// What means something to the compiler, or is imported.
  private static let reserved: Set<String> = [
    "Any", "Self", "Type", "Protocol", "Swift", "ScrollCaching", "ScrollCore",
  ]

  /// In kebab case, without its last word if that is `Policy`: `found`.
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
