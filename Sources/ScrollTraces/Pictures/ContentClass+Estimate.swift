import ScrollCore
import ScrollDevice

extension ContentClass {
  /// Creates the probable content class of an image with a known size.
  ///
  /// Without loss, a photo takes many times the bytes of a drawing, so the result is the class
  /// whose estimate (`EncodedSize`) is nearer by ratio. With loss the bytes depend on the quality
  /// more than on the content, and the result is a photo.
  init(estimatedOf format: ImageFormat, width: Int, height: Int, bytes: Int) {
    switch format {
    case .png, .gif, .tiff:
      func estimate(_ content: ContentClass) -> Double {
        Double(
          EncodedSize.estimate(width: width, height: height, format: format, content: content).bytes
        )
      }
      let square = Double(bytes) * Double(bytes)
      self = square < estimate(.photo) * estimate(.graphic) ? .graphic : .photo
    default: self = .photo
    }
  }
}
