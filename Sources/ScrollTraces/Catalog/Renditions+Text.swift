import ScrollCore
package import ScrollDevice

extension Renditions {
  /// The error of a text that describes no renditions; its description completes a message that
  /// quotes the text.
  package struct ParsingError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Parses `side=300`, `format=heic` or both with a comma, and `quality=same` beside a format.
  /// - Throws: `ParsingError` for anything else.
  package init(parsing text: String) throws(ParsingError) {
    var (side, format, keepsQuality) = (Int?.none, ImageFormat?.none, false)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides.count == 2 ? NameMatch.find(String(sides[0]), in: Self.names) : nil
      switch name {
      case "side" where side == nil:
        guard let pixels = Int(sides[1]), SizeRule.sides.contains(pixels) else {
          throw ParsingError(
            description: "'\(part)' is not a size; expected 1 to \(SizeRule.sides.upperBound)")
        }
        side = pixels
      case "format" where format == nil:
        do { format = try Catalog<ImageFormat>.builtIn.choose(String(sides[1])).entry } catch {
          throw ParsingError(description: "\(error)")
        }
      case "quality" where !keepsQuality:
        guard sides[1] == "same" else {
          throw ParsingError(description: "'\(part)' is not known; expected quality=same")
        }
        keepsQuality = true
      default:
        let problem = name == nil ? "is none" : "says '\(name ?? "")' again"
        throw ParsingError(
          description: "'\(part)' \(problem); expected side=PIXELS, format=NAME or both, each once")
      }
    }
    if keepsQuality, format == nil {
      throw ParsingError(
        description: "'\(text)' keeps the quality of no format; expected format=NAME")
    }
    self.init(side: side, format: format, keepsQuality: keepsQuality)
  }

  private static let names = ["side", "format", "quality"]
}
