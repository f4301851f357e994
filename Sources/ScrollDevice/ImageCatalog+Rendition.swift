import ScrollCore

extension ImageCatalog.Entry {
  /// The same picture in another size or format.
  ///
  /// Its file is larger or smaller in the proportion of what is estimated for both
  /// (`EncodedSize`), so that a size that the catalog gives counts; a texture is as large as its
  /// format says. How long it takes to decode is not known.
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - format: as it is unless given.
  /// - Returns: the rendition, its file at least 1 byte.
  package func rendition(width: Int, height: Int, format: ImageFormat? = nil) -> Self {
    var other = self
    other.width = width
    other.height = height
    other.format = format ?? self.format
    other.decodeTime = nil
    let this = EncodedSize.estimate(
      width: self.width, height: self.height, format: self.format, content: content)
    let that = EncodedSize.estimate(
      width: width, height: height, format: other.format, content: content)
    let bytes =
      other.format.texture == nil
      ? (Double(encoded) * Double(that) / Double(this)).rounded()
      : Double(that)
    other.encoded = ByteCount(max(1, Int(bytes)))
    return other
  }
}
