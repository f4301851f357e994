/// The matching of typed text with a list of names.
///
/// Names are ASCII; letters outside of ASCII match only exactly.
package enum NameMatch {
  /// Returns the listed name that equals a typed one; otherwise the only name that equals it
  /// without regard to case.
  /// - Returns: the name as it is listed; `nil` if no name, or more than one, equals it.
  package static func find(_ typed: String, in names: [String]) -> String? {
    if names.contains(typed) { return typed }
    let alike = names.filter { isSame($0, typed) }
    return alike.count == 1 ? alike[0] : nil
  }

  /// Returns the listed name that the user probably meant by a name that does not exist.
  ///
  /// It is the name with the same letters and digits; otherwise the only name that begins with the
  /// text; otherwise the name with the fewest different letters. Digits distinguish names, so names
  /// with different digits are never similar: `4g` is not meant by `3g`.
  /// - Returns: the name; `nil` if none is similar.
  /// - Complexity: O(n * m * k) for k names, n and m letters long.
  package static func suggestion(for typed: String, among names: [String]) -> String? {
    let letters = folded(typed)
    guard !letters.isEmpty else { return nil }
    if let same = names.first(where: { folded($0) == letters }) { return same }
    let longer = names.filter { folded($0).starts(with: letters) }
    if letters.count > 1, longer.count == 1 { return longer[0] }
    let limit = letters.count < 3 ? 0 : max(1, letters.count / 3)
    var (nearest, least) = (String?.none, limit + 1)
    for name in names {
      let other = folded(name)
      guard digits(other) == digits(letters) else { continue }
      let distance = distance(letters, other)
      if distance < least { (nearest, least) = (name, distance) }
    }
    return nearest
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowered($0) == lowered($1) }
  }

  /// Returns the letters and digits of a name, in lower case.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.compactMap { byte in
      let byte = lowered(byte)
      let isSeparator =
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
      return isSeparator ? nil : byte
    }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte + 32 : byte
  }

  private static func digits(_ letters: [UInt8]) -> [UInt8] {
    letters.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Returns the number of insertions, deletions, replacements and exchanges of neighbors that
  /// convert one name to the other.
  ///
  /// The measure is that of F. J. Damerau, "A technique for computer detection and correction of
  /// spelling errors", Communications of the ACM 7(3), 1964, doi:10.1145/363958.363994.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var least = min(
          last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last[right.count]
  }
}
