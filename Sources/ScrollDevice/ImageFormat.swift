/// How an image is encoded.
public enum ImageFormat: String, Sendable, CaseIterable {
  case png
  case jpeg
  case progressiveJPEG = "progressive-jpeg"
  case heic
  case webp
  case avif
  case jpeg2000 = "jpeg-2000"
  case gif
  case tiff
}

/// What is in an image, as far as codecs care.
public enum ContentClass: String, Sendable, CaseIterable {
  /// Noise everywhere: photographs.
  case photo
  /// Flat colours and gradients: drawings, screenshots, interface.
  case graphic
}

/// Where the encoded bytes come from.
public enum ImageOrigin: String, Sendable, CaseIterable {
  case bundle, disk, network
}
