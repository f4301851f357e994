/// How near a decoded image is to the picture that was encoded.
public enum ImageQuality: Sendable, Equatable {
  /// The same in every pixel.
  case exact
  /// Peak signal-to-noise ratios over red, green and blue, means over several pictures.
  case decibels(photo: Double, graphic: Double)
  /// Neither a measurement nor a publication was found.
  case unknown

  /// With what the ratios were measured.
  public static let source =
    "peak signal-to-noise ratio over red, green and blue, mean of six photos and four graphics of "
    + "504 pixels across, with the settings of the encoded sizes; GIF with 256 colors by Pillow "
    + "13.0.0, ASTC by astcenc at 'medium'"

  /// The ratio for a content class, in decibels; nil for what is exact or unknown.
  public func decibels(_ content: ContentClass) -> Double? {
    guard case .decibels(let photo, let graphic) = self else { return nil }
    return content == .photo ? photo : graphic
  }
}

/// What of a picture may be seen through.
public enum ImageTransparency: String, Sendable {
  case none
  /// A pixel is transparent or it is not.
  case onOrOff = "on or off"
  /// In every degree.
  case full
}

extension ImageFormat {
  /// Measured by `.ci/oracles/formats`, which holds this to what it finds.
  ///
  /// A hybrid image has the quality of its JPEG, a JPEG 2000 that of the JPEG by definition of
  /// its size. For PVRTC no encoder was at hand; the chapter "Image IO" calls it "not very
  /// good, especially for transparent images" and like a heavily compressed JPEG.
  public var quality: ImageQuality {
    switch self {
    case .png, .tiff: .exact
    case .jpeg, .progressiveJPEG, .jpeg2000, .hybrid: .decibels(photo: 34.3, graphic: 37.2)
    case .heic: .decibels(photo: 37.7, graphic: 37.5)
    case .webp: .decibels(photo: 34.4, graphic: 36.6)
    case .avif: .decibels(photo: 36.0, graphic: 38.0)
    case .gif: .decibels(photo: 34.2, graphic: 38.5)
    case .astc: .decibels(photo: 44.0, graphic: 54.8)
    case .astc6x6: .decibels(photo: 37.9, graphic: 46.8)
    case .astc8x8: .decibels(photo: 34.5, graphic: 43.0)
    case .pvrtc, .pvrtc2: .unknown
    }
  }

  public var transparency: ImageTransparency {
    switch self {
    case .jpeg, .progressiveJPEG: .none
    case .gif: .onOrOff
    case .png, .heic, .webp, .avif, .jpeg2000, .tiff, .hybrid, .pvrtc, .pvrtc2, .astc, .astc6x6,
      .astc8x8:
      .full
    }
  }
}
