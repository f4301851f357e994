/// What whoever opens a recorder's page must know: eight letters and digits.
///
/// Of 29 characters, since none is taken for another when it is typed on a phone: 39 bits, and a
/// recorder lives for minutes and answers a few requests a second.
struct RecorderToken: Sendable {
  static let length = 8
  /// Without what looks like 0, 1 or v.
  static let alphabet = Array("abcdefghjkmnpqrstwxyz23456789".utf8)

  let text: String

  init(using generator: inout some RandomNumberGenerator) {
    let letters = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// What follows the token in a path: nothing of `/TOKEN`, `/content` of `/TOKEN/content`; nil for
  /// a path without it.
  ///
  /// Takes as long for a wrong token as for a right one.
  func rest(of path: String) -> Substring? {
    let path = path.dropFirst()
    // A phone may begin it with a capital letter.
    let asked = Array(path.prefix(Self.length).lowercased().utf8)
    guard asked.count == Self.length else { return nil }
    let differs = zip(asked, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard differs == 0 else { return nil }
    let rest = path.dropFirst(Self.length)
    return rest == "/" ? "" : rest.isEmpty || rest.first == "/" ? rest : nil
  }
}
