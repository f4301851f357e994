/// Several choices in one text: `lru,score: max(idle, age)`.
public enum ChoiceList {
  /// Returns the texts between the commas, except commas in parentheses, which separate arguments.
  public static func texts(in text: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth <= 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
