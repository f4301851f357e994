/// The similarity of a decoded image to the picture that was encoded.
public enum ImageQuality: Sendable, Equatable {
  /// Identical in every pixel.
  case exact
  /// Peak signal-to-noise ratios over red, green and blue, averaged over several pictures.
  case decibels(photo: Double, graphic: Double)
  /// An unknown quality, for which neither a measurement nor a publication was found.
  case unknown

  /// The conditions under which the ratios were measured.
  public static let source =
    "peak signal-to-noise ratio over red, green and blue, mean of six photos and four "
    + "graphics of 504 pixels across, with the settings of the encoded sizes. GIF with 256 "
    + "colors by Pillow 13.0.0, ASTC by astcenc at 'medium'"

  /// Returns the peak signal-to-noise ratio for a content class in decibels; `nil` for an exact or
  /// unknown quality.
  public func decibels(_ content: ContentClass) -> Double? {
    guard case .decibels(let photo, let graphic) = self else { return nil }
    return content == .photo ? photo : graphic
  }
}

/// The transparency that a picture can have.
public enum ImageTransparency: String, Sendable {
  case none
  /// Pixels that are fully transparent or fully opaque.
  case onOrOff = "on or off"
  /// Pixels of any degree of transparency.
  case full
}

extension ImageFormat {
  /// The quality of the format, measured by `.ci/oracles/formats`, which checks these values.
  ///
  /// A hybrid image has the quality of its JPEG; a JPEG 2000 has the quality of the JPEG, because
  /// its size is estimated for this quality. No encoder was available for PVRTC; the chapter "Image
  /// IO" calls it "not very good, especially for transparent images" and like a heavily compressed
  /// JPEG.
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

  /// Returns a Boolean value that indicates whether files of both formats can have equal quality,
  /// and their sizes at equal quality were measured.
  package func hasEqualQuality(as other: ImageFormat) -> Bool {
    [self, other].allSatisfy { EncodedSize.sizeAtQualityOfJPEG($0, .photo) != nil }
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
