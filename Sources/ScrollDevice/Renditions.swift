import ScrollCore

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
