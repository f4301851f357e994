extension ContentPolicy {
  /// Allows what stands in a document of ours: scripts and style sheets without attributes.
  ///
  /// Text is escaped in it, so nothing that was typed looks like a tag.
  mutating func allow(document: String) {
    let bytes = Array(document.utf8)
    for script in Self.parts(of: bytes, from: "<script>", to: "</script>") { allow(script: script) }
    for style in Self.parts(of: bytes, from: "<style>", to: "</style>") { allow(style: style) }
  }

  /// What stands between two texts, wherever they stand.
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
