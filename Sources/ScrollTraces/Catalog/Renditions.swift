import ScrollCore
package import ScrollDevice

/// Other files of a trace's images, as a server could offer them: `side=300,format=heic`.
///
/// Images that are larger are scaled down until their longer side fits, with their proportions;
/// smaller ones stay as they are. Another format is taken by what has a codec: a hybrid image
/// keeps its mask, and a texture is what it is. The quality that is lost is not looked at: what has
/// fewer pixels than its cell is soft, and not every format has transparency.
package struct Renditions: Sendable, Equatable {
  /// Pixels that the longer side has at most; nil leaves sizes alone.
  package let side: Int?
  /// Nil leaves formats alone.
  package let format: ImageFormat?

  package init(side: Int? = nil, format: ImageFormat? = nil) {
    self.side = side
    self.format = format
  }

  /// A text that says no renditions; its description is the rest of a sentence.
  package struct ParsingError: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// Reads `side=300`, `format=heic` or both with a comma.
  /// - Throws: `ParsingError` for anything else.
  package init(parsing text: String) throws(ParsingError) {
    var (side, format) = (Int?.none, ImageFormat?.none)
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides.count == 2 ? NameMatch.find(String(sides[0]), in: Self.names) : nil
      switch name {
      case "side" where side == nil:
        guard let pixels = Int(sides[1]), SizeRule.sides.contains(pixels) else {
          throw ParsingError(
            description: "'\(part)' is no size; expected from 1 to \(SizeRule.sides.upperBound)")
        }
        side = pixels
      case "format" where format == nil:
        do { format = try Catalog<ImageFormat>.builtIn.choose(String(sides[1])).entry } catch {
          throw ParsingError(description: "\(error)")
        }
      default:
        let problem = name == nil ? "is none" : "says '\(name ?? "")' again"
        throw ParsingError(
          description: "'\(part)' \(problem); expected side=PIXELS, format=NAME or both, each once")
      }
    }
    self.init(side: side, format: format)
  }

  private static let names = ["side", "format"]

  /// The images as these renditions have them.
  /// - Complexity: O(images).
  package func applied(to images: ImageCatalog) -> ImageCatalog {
    ImageCatalog(images.entries.map(applied(to:)), timedOn: images.timedOn)
  }

  private func applied(to entry: ImageCatalog.Entry) -> ImageCatalog.Entry {
    var (width, height) = (entry.width, entry.height)
    if let side, max(width, height) > side {
      let scale = Double(side) / Double(max(width, height))
      width = max(1, Int((Double(width) * scale).rounded()))
      height = max(1, Int((Double(height) * scale).rounded()))
    }
    let other = entry.format.storage == .codec ? format : nil
    guard width != entry.width || height != entry.height || other ?? entry.format != entry.format
    else { return entry }
    return entry.rendition(width: width, height: height, format: other)
  }
}

extension Renditions: CustomStringConvertible {
  /// As typed: `side=300,format=heic`.
  package var description: String {
    [side.map { "side=\($0)" }, format.map { "format=\($0.rawValue)" }].compactMap { $0 }
      .joined(separator: ",")
  }
}
