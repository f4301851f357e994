import Foundation
import ScrollPages

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The shapes of a drawing, as a reader of SVG finds them.
struct DrawnShapes {
  struct Shape {
    let name: String
    let attributes: [String: String]
    var text = ""

    subscript(attribute: String) -> Double { Double(attributes[attribute] ?? "") ?? .nan }
    var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }

    /// From the left to the right end of a text.
    var span: ClosedRange<Double> {
      let width = TextWidth.estimate(text, size: 11)
      let left =
        switch attributes["text-anchor"] {
        case "end": self["x"] - width
        case "middle": self["x"] - width / 2
        default: self["x"]
        }
      return left...left + width
    }

    /// The corners of a path of straight lines.
    var points: [(x: Double, y: Double)] {
      (attributes["d"] ?? "").split { "ML".contains($0) }.compactMap { pair in
        let numbers = pair.split(separator: " ").compactMap { Double($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
      }
    }
  }

  let shapes: [Shape]

  init(_ drawing: Drawing) {
    let reader = Reader()
    let parser = XMLParser(data: Data(drawing.file.utf8))
    parser.delegate = reader
    precondition(
      parser.parse(), "\(drawing.id) is no XML: \(String(describing: parser.parserError))")
    shapes = reader.shapes
  }

  /// Text that was drawn by itself, as a picture.
  init(_ draw: (inout Markup) -> Void) {
    var content = Markup()
    draw(&content)
    self.init(
      Drawing(id: "part", title: "", summary: "", width: 100, height: 100, content: content))
  }

  var texts: [Shape] { shapes.filter { $0.name == "text" } }

  /// The texts that say something.
  func texts(_ text: String) -> [Shape] { texts.filter { $0.text == text } }

  /// The rectangles of a class.
  func rectangles(_ name: Substring) -> [Shape] {
    shapes.filter { $0.name == "rect" && $0.classes.contains(name) }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var shapes: [Shape] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(shapes.count)
      shapes.append(Shape(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if let last = open.last { shapes[last].text += string }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) { open.removeLast() }
  }
}
