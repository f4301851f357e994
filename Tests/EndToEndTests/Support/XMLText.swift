import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document as an XML parser reads it.
enum XMLText {
  /// The names of all elements.
  /// - Throws: what the parser found wrong.
  static func names(_ data: Data) throws -> Set<String> {
    let reader = Reader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.coderReadCorrupt) }
    return reader.names
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var names: Set<String> = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { names.insert(name) }
  }
}
