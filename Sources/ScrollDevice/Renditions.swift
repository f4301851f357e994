import ScrollCore

/// Alternative sizes and formats in which a server could offer a trace's images:
/// `side=300,format=heic`.
///
/// Images whose longer side exceeds `side` are scaled down in proportion; smaller images are
/// unchanged. Only images with a codec change their format; hybrid images and textures keep theirs.
/// An image with fewer pixels than its cell is soft. Some formats have no transparency.
///
/// A file in another format has the quality of that format's usual settings (`ImageQuality`), or
/// with `quality=same` that of the present file (`EncodedSize.sizeAtQualityOfJPEG(_:_:)`).
package struct Renditions: Sendable, Equatable {
  /// The greatest length of the longer side in pixels; `nil` keeps the sizes.
  package let side: Int?
  /// The format; `nil` keeps the formats.
  package let format: ImageFormat?
  /// A Boolean value that indicates whether files in another format have the quality of the present
  /// ones, where both formats can have equal quality.
  package let keepsQuality: Bool

  package init(side: Int? = nil, format: ImageFormat? = nil, keepsQuality: Bool = false) {
    self.side = side
    self.format = format
    self.keepsQuality = keepsQuality
  }

  /// Returns the images in these renditions.
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
    return entry.rendition(
      width: width, height: height, format: other, keepsQuality: keepsQuality)
  }
}

extension Renditions: CustomStringConvertible {
  /// The renditions as typed: `side=300,format=heic`.
  package var description: String {
    [
      side.map { "side=\($0)" }, format.map { "format=\($0.rawValue)" },
      keepsQuality ? "quality=same" : nil,
    ]
    .compactMap { $0 }.joined(separator: ",")
  }
}
