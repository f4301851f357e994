import ScrollCore

/// The Content-Security-Policy of a page in one file: the permissions that browsers give it.
///
/// The page may run the scripts and apply the styles that it contains, identified by their digests,
/// run an engine, and create its own workers and pictures. It may load nothing from anywhere.
package struct ContentPolicy: Sendable, Equatable {
  private var scripts: [String] = []
  private var styles: [String] = []

  package init() {}

  /// Allows a script, given exactly as between its tags.
  package mutating func allow(script: String) { Self.add(script, to: &scripts) }

  /// Allows a style sheet, given exactly as between its tags.
  package mutating func allow(style: String) { Self.add(style, to: &styles) }

  /// The policy as text for the element `meta`.
  package var text: String {
    let scripts = ["'wasm-unsafe-eval'"] + scripts
    return "default-src 'none'; script-src \(scripts.joined(separator: " ")); "
      + "style-src \((styles.isEmpty ? ["'none'"] : styles).joined(separator: " ")); "
      + "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
  }

  private static func add(_ text: String, to sources: inout [String]) {
    let source = source(text)
    if !sources.contains(source) { sources.append(source) }
  }

  /// Returns the digest by which a policy identifies a text, such as `'sha256-...'`.
  private static func source(_ text: String) -> String {
    let bytes = SHA256(of: Array(text.utf8)).words.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
    return "'sha256-\(Base64.text(bytes))'"
  }
}

extension ContentPolicy {
  /// Allows the scripts and style sheets without attributes in a document of this package.
  ///
  /// All text in the document is escaped, so text from users cannot look like a tag.
  mutating func allow(document: String) {
    let bytes = Array(document.utf8)
    for script in Self.parts(of: bytes, from: "<script>", to: "</script>") { allow(script: script) }
    for style in Self.parts(of: bytes, from: "<style>", to: "</style>") { allow(style: style) }
  }

  /// Returns all texts in a document that are between two given texts.
  private static func parts(
    of document: [UInt8], from opening: String, to closing: String
  ) -> [String] {
    let (opening, closing) = (Array(opening.utf8), Array(closing.utf8))
    var parts: [String] = []
    var place = 0
    while let start = index(of: opening, in: document, from: place) {
      let first = start + opening.count
      guard let end = index(of: closing, in: document, from: first) else { break }
      parts.append(String(decoding: document[first..<end], as: UTF8.self))
      place = end
    }
    return parts
  }

  private static func index(of text: [UInt8], in document: [UInt8], from start: Int) -> Int? {
    var place = start
    while place + text.count <= document.count {
      if document[place] == text[0], document[place..<place + text.count].elementsEqual(text) {
        return place
      }
      place += 1
    }
    return nil
  }
}

/// A conversion of bytes to text in 64 characters (RFC 4648, section 4).
package enum Base64 {
  /// Returns the text of some bytes, with its padding.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for byte in group { bits = bits << 8 | UInt32(byte) }
      bits <<= 8 * UInt32(3 - group.count)
      for place in 0..<4 {
        text.append(
          place > group.count
            ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
