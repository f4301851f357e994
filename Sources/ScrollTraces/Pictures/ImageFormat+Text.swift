import ScrollDevice

extension ImageFormat {
  /// Creates the format that a word names, in any case; `nil` for an unknown word.
  ///
  /// A word is a name of this package, a file name extension, or a media type (`image/jpeg`).
  init?(word text: String) {
    var word = text.lowercased()[...]
    if let parameters = word.firstIndex(of: ";") { word = word[..<parameters] }
    if word.hasPrefix("image/") { word = word.dropFirst("image/".count) }
    if word.hasPrefix("x-") { word = word.dropFirst(2) }
    while word.last == " " { word = word.dropLast() }
    switch word {
    case "jpg", "pjpeg", "jpe", "jfif": self = .jpeg
    case "apng": self = .png
    case "heif", "hif", "heic-sequence", "heif-sequence": self = .heic
    case "avifs", "avif-sequence": self = .avif
    case "jp2", "j2k", "jpx", "jpf", "jpeg2000": self = .jpeg2000
    case "tif": self = .tiff
    default:
      guard let format = ImageFormat(rawValue: String(word)) else { return nil }
      self = format
    }
  }
}
