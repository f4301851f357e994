public import ScrollCore

/// The estimated size of an image on disk, for catalogs without sizes.
///
/// For codecs the estimates are bits per pixel, measured at seven sizes (2048x1536 down to 32x24)
/// with one photo-like and one gradient picture. Between these sizes they are linear in the
/// logarithm of the pixels; below and above they are constant. With one picture per class, they are
/// only an estimate for other pictures.
///
/// The estimates for different formats are for different quality, with one exception: a JPEG 2000
/// has the quality of the JPEG. Sizes at equal quality are those of ``sizeAtQualityOfJPEG(_:_:)``.
/// A JPEG 2000 takes 0.49 to 0.60 of the JPEG's bytes for a photo and 0.20 to 0.52 for a graphic,
/// from the largest to the smallest size, at the same peak signal-to-noise ratio over red, green
/// and blue. These numbers are geometric means over seven photos (four photographs and three
/// synthetic ones; above 512x384 the synthetic ones only) and four graphics, measured by
/// `.ci/oracles/formats` with OpenJPEG 2.5.4 against libjpeg-turbo 3.2.0 at quality 85 with 4:2:0.
/// Single photos lie between 0.45 and 0.66, single graphics between 0.07 and 0.54.
///
/// A hybrid image consists of a JPEG for its content and a PNG for its mask. The PNG is assumed to
/// be as large as that of a graphic, which is an estimate, because a mask is one flat channel with
/// soft edges. A texture has the same size on disk as in memory.
public enum EncodedSize {
  /// The software with which the bits per pixel were measured.
  public static let source =
    "one picture per class, encoded by Pillow 13.0.0: libjpeg-turbo 3.2.0 at quality 85 with "
    + "4:2:0, zlib 1.2.13, WebP at 80, AVIF at 75, HEIC at 80, TIFF with deflate. JPEG "
    + "2000 by OpenJPEG 2.5.4 at the quality of the JPEG; an estimate for any other picture"

  /// Returns the estimated size of an image in bytes, at least 1.
  ///
  /// A hybrid image has two files, one for the color and one for the mask. The result is the sum of
  /// both, and `content` is the class of the color. Width and height are in pixels.
  public static func estimate(
    width: Int, height: Int, format: ImageFormat, content: ContentClass
  ) -> ByteCount {
    switch format.storage {
    case .codec: return coded(pixels: width * height, format, content)
    case .colorAndMask:
      let parts = hybridParts(width: width, height: height, content: content)
      return parts.color + parts.mask
    case .texture(let layout): return layout.bytes(width: width, height: height)
    }
  }

  /// Returns the estimated size of an image that is encoded as a JPEG at quality 1.0, in bytes.
  ///
  /// It is four times the estimated size of a JPEG for a photo, and three times for a graphic.
  /// Measured with libjpeg-turbo, 4:2:0, from 2048x1536 down to 256x192, a file of quality 100 is
  /// 4.3 to 3.3 times as large as one of quality 85 for photos, and 2.6 to 3.2 times for graphics.
  /// The encoder of iOS may differ.
  public static func fullQualityJPEG(
    width: Int, height: Int, content: ContentClass
  ) -> ByteCount {
    let usual = coded(pixels: width * height, .jpeg, content)
    return ByteCount(usual.bytes * (content == .photo ? 4 : 3))
  }

  /// Returns the estimated sizes of the two files of a hybrid image.
  static func hybridParts(
    width: Int, height: Int, content: ContentClass
  ) -> (color: ByteCount, mask: ByteCount) {
    (coded(pixels: width * height, .jpeg, content), coded(pixels: width * height, .png, .graphic))
  }

  private static func coded(
    pixels: Int, _ format: ImageFormat, _ content: ContentClass
  ) -> ByteCount {
    guard let table = table(format, content) else {
      preconditionFailure("\(format.rawValue) has no codec")
    }
    let bits = bitsPerPixel(pixels: pixels, table: table)
    return ByteCount(max(1, Int((bits * Double(pixels) / 8).rounded())))
  }

  /// The sizes in pixels at which files were measured, each with a quarter of the pixels of the
  /// previous one.
  public static let measuredSizes: [(width: Int, height: Int)] = [
    (2048, 1536), (1024, 768), (512, 384), (256, 192), (128, 96), (64, 48),
    (32, 24),
  ]
  private static let largest = 3_145_728
  private static let sizes = 7

  /// Returns the bits per pixel at the measured sizes; `nil` for a format without its own codec.
  public static func measuredBitsPerPixel(
    _ format: ImageFormat, _ content: ContentClass
  ) -> [Double]? { table(format, content) }

  static func bitsPerPixel(pixels: Int, table: [Double]) -> Double {
    // Each knot has a quarter of the pixels of the one before it: walk down by quarters, and within
    // one step interpolate in log2 without calling libc.
    guard pixels < largest else { return table[0] }
    var (upper, index) = (Double(largest), 0)
    while index < sizes - 1, Double(pixels) < upper / 4 { (upper, index) = (upper / 4, index + 1) }
    guard index < sizes - 1 else { return table[sizes - 1] }
    let share = logarithm(upper / Double(max(1, pixels))) / 2
    return table[index] + (table[index + 1] - table[index]) * min(1, share)
  }

  /// Returns the base-2 logarithm of a number in `1...4`, exact to 1e-9.
  ///
  /// The method squares repeatedly, so the result is the same on every machine.
  static func logarithm(_ value: Double) -> Double {
    var (mantissa, result, bit) = (value, 0.0, 1.0)
    while mantissa >= 2 { (mantissa, result) = (mantissa / 2, result + 1) }
    for _ in 0..<30 {
      mantissa *= mantissa
      bit /= 2
      if mantissa >= 2 { (mantissa, result) = (mantissa / 2, result + bit) }
    }
    return result
  }

  private static func table(_ format: ImageFormat, _ content: ContentClass) -> [Double]? {
    switch (format, content) {
    case (.png, .photo): [14.141, 13.665, 14.11, 14.793, 15.626, 16.768, 18.833]
    case (.png, .graphic): [0.153, 0.15, 0.172, 0.303, 0.429, 0.872, 1.979]
    case (.jpeg, .photo): [1.48, 1.574, 1.762, 2.046, 2.605, 4.175, 9.729]
    case (.jpeg, .graphic): [0.235, 0.318, 0.411, 0.561, 1.072, 2.518, 7.979]
    case (.progressiveJPEG, .photo): [1.392, 1.486, 1.658, 1.92, 2.449, 3.875, 8.781]
    case (.progressiveJPEG, .graphic): [0.158, 0.222, 0.322, 0.438, 0.809, 1.979, 6.5]
    case (.heic, .photo): [5.043, 4.773, 4.961, 5.327, 5.802, 7.325, 12.344]
    case (.heic, .graphic): [0.825, 0.989, 0.819, 0.689, 0.869, 1.971, 7.146]
    case (.webp, .photo): [0.878, 0.918, 1.109, 1.35, 1.72, 2.266, 3.812]
    case (.webp, .graphic): [0.06, 0.074, 0.09, 0.125, 0.25, 0.615, 1.708]
    case (.avif, .photo): [1.331, 1.38, 1.56, 1.833, 2.316, 3.307, 6.396]
    case (.avif, .graphic): [0.062, 0.079, 0.102, 0.256, 0.596, 1.477, 4.292]
    case (.jpeg2000, .photo): [0.725, 0.756, 0.899, 1.105, 1.459, 2.505, 5.643]
    case (.jpeg2000, .graphic): [0.047, 0.073, 0.111, 0.185, 0.44, 1.259, 4.149]
    case (.gif, .photo): [5.234, 5.112, 5.721, 6.764, 8.114, 10.573, 17.323]
    case (.gif, .graphic): [0.389, 0.72, 1.397, 2.293, 3.68, 7.456, 15.188]
    case (.tiff, .photo): [20.747, 20.581, 20.614, 20.748, 21.146, 21.859, 23.354]
    case (.tiff, .graphic): [2.211, 4.106, 8.999, 22.411, 22.837, 23.057, 23.375]
    case (.hybrid, _), (.pvrtc, _), (.pvrtc2, _), (.astc, _), (.astc6x6, _), (.astc8x8, _): nil
    }
  }
}

// Sizes at equal quality.
extension EncodedSize {
  /// A description of the measurement of sizes at equal quality.
  public static let equalQualitySource =
    "geometric means of at most seven photos and four graphics, at the peak signal-to-noise ratio of "
    + "the JPEG at quality 85 with 4:2:0, by Pillow 13.0.0: libjpeg-turbo 3.2.0, libwebp 1.6.0, "
    + "libavif 1.4.2, OpenJPEG 2.5.4; HEIC by pillow-heif 1.8.1 with x265 4.3"

  /// Returns the size of a file divided by that of a JPEG of equal quality, at each of the measured
  /// sizes; `nil` for a format that was not measured or has no quality setting.
  ///
  /// `.ci/oracles/formats` measures these ratios. It encodes each picture as a JPEG at quality 85
  /// with 4:2:0. It also encodes the picture in the other format, at the two neighboring qualities
  /// whose peak signal-to-noise ratios over red, green and blue are just below and just above that
  /// of the JPEG, and interpolates the bytes. A progressive JPEG has the same pixels as the JPEG.
  public static func sizeAtQualityOfJPEG(
    _ format: ImageFormat, _ content: ContentClass
  ) -> [Double]? {
    switch (format, content) {
    case (.jpeg, _): Array(repeating: 1, count: sizes)
    case (.webp, .photo): [0.706, 0.656, 0.621, 0.62, 0.594, 0.517, 0.376]
    case (.webp, .graphic): [0.214, 0.27, 0.301, 0.422, 0.448, 0.434, 0.41]
    case (.heic, .photo): [0.597, 0.549, 0.546, 0.653, 0.796, 1.014, 1.278]
    case (.heic, .graphic): [0.201, 0.254, 0.43, 0.466, 0.5, 0.658, 0.835]
    case (.avif, .photo): [0.588, 0.534, 0.507, 0.577, 0.68, 0.802, 0.913]
    case (.avif, .graphic): [0.094, 0.129, 0.197, 0.242, 0.351, 0.464, 0.536]
    case (.progressiveJPEG, _), (.jpeg2000, _):
      zip(table(format, content) ?? [], table(.jpeg, content) ?? []).map { $0 / $1 }
    default: nil
    }
  }

  /// Returns the size of a file that has the quality of the JPEG of the same picture.
  /// - Precondition: The format has sizes at equal quality.
  static func atQualityOfJPEG(
    pixels: Int, format: ImageFormat, content: ContentClass
  ) -> ByteCount {
    guard let ratios = sizeAtQualityOfJPEG(format, content), let jpeg = table(.jpeg, content) else {
      preconditionFailure("\(format.rawValue) was not measured at equal quality")
    }
    let bits = bitsPerPixel(pixels: pixels, table: zip(ratios, jpeg).map(*))
    return ByteCount(max(1, Int((bits * Double(pixels) / 8).rounded())))
  }
}
