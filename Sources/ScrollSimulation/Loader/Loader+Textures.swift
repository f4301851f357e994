public import ScrollDevice

extension Loader {
  /// Why a loader cannot show any picture of a format, as a sentence that may follow its name;
  /// nil where it can.
  ///
  /// A PVRTC texture goes from its file to the graphics processor. The chapter "Image IO" says
  /// what follows: Core Graphics does not draw it and neither `UIImageView` nor ImageIO takes it,
  /// so that it is not redrawn, not decoded ahead, not drawn in tiles and not encoded as a PNG;
  /// and to make one takes minutes on a Mac, so that none is made on the device. What is left is
  /// the loader that uploads what it has read, at once (`decode=none`) or when it is drawn (`lazy`).
  public func objection(to format: ImageFormat) -> String? {
    guard let texture = format.texture, texture.isSquarePowerOfTwo else { return nil }
    if variants == .derived {
      return "makes variants on the device (variants=derived), where a PVRTC texture would take "
        + "minutes; expected variants=bundled or variants=none"
    }
    let reason = "which cannot draw a PVRTC texture; expected"
    switch decode {
    case .none, .lazy: break
    case .imageIO:
      return "decodes by ImageIO (decode=image-io), \(reason) decode=none or decode=lazy"
    case .onePixel, .fullSize, .viewSize:
      return "draws images by Core Graphics (decode=\(decode.rawValue)), \(reason) decode=none "
        + "or decode=lazy"
    }
    if tiles { return "draws tiles by Core Graphics (tiles=true), \(reason) tiles=false" }
    if pngReencode {
      return "encodes downloads by Core Graphics (pngReencode=true), \(reason) pngReencode=false"
    }
    return nil
  }

  /// Why a loader cannot show the images of a catalog, as a sentence without its subject; nil
  /// where it can.
  /// - Complexity: linear in the images where the loader objects to some format.
  package func objection(to images: ImageCatalog) -> String? {
    let refused = ImageFormat.allCases.filter { objection(to: $0) != nil }
    guard !refused.isEmpty else { return nil }
    for (index, image) in images.entries.enumerated() where refused.contains(image.format) {
      return objection(to: image.format).map { "\($0) (image \(index) is one)" }
    }
    return nil
  }
}
