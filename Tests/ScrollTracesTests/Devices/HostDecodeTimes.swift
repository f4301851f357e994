import ScrollCore
import ScrollDevice

/// The milliseconds of one x86 core to decode pictures of the sizes of Figure 14.5, largest first.
///
/// They are processor time, median of 25 rounds: Pillow 13.0.0 with libjpeg-turbo 3.2.0, zlib
/// 1.2.13, libwebp 1.6.0, libavif 1.4.2, and libde265 1.1.3; one photo-like picture and one
/// gradient.
enum HostDecodeTimes {
  static func milliseconds(_ format: ImageFormat, _ content: ContentClass) -> [Double] {
    switch (format, content) {
    case (.png, .photo): [89.46, 21.71, 5.546, 1.526, 0.4424, 0.08986, 0.04673]
    case (.png, .graphic): [24.54, 6.512, 1.725, 0.4706, 0.1517, 0.0583, 0.03968]
    case (.jpeg, .photo): [10.88, 2.917, 0.8795, 0.2582, 0.135, 0.07714, 0.06685]
    case (.jpeg, .graphic): [5.944, 1.818, 0.4994, 0.2237, 0.118, 0.07478, 0.05997]
    case (.progressiveJPEG, .photo): [28.6, 7.446, 2.142, 0.6078, 0.1952, 0.09351, 0.0674]
    case (.progressiveJPEG, .graphic): [12.18, 3.323, 0.9783, 0.3327, 0.1429, 0.08179, 0.06763]
    case (.heic, .photo): [241.6, 55.84, 14.6, 4.185, 1.317, 0.4068, 0.323]
    case (.heic, .graphic): [72.96, 18.57, 4.339, 1.326, 0.4913, 0.2695, 0.2816]
    case (.webp, .photo): [31.16, 8.133, 2.381, 0.6837, 0.2654, 0.1074, 0.08904]
    case (.webp, .graphic): [14.58, 3.51, 1.111, 0.3004, 0.1507, 0.08645, 0.07352]
    case (.avif, .photo): [55.46, 13.8, 4.046, 1.16, 0.3871, 0.1222, 0.06928]
    case (.avif, .graphic): [13.61, 4.102, 1.304, 0.4778, 0.2008, 0.08635, 0.0568]
    case (.gif, .photo): [20.55, 5.252, 1.475, 0.4142, 0.125, 0.05133, 0.03863]
    case (.gif, .graphic): [6.425, 1.908, 0.7029, 0.2263, 0.1083, 0.04886, 0.03342]
    case (.tiff, .photo): [38.33, 10.26, 2.956, 0.9383, 0.3798, 0.2147, 0.1836]
    case (.tiff, .graphic): [11.08, 3.959, 1.81, 0.773, 0.3883, 0.2235, 0.191]
    case (.jpeg2000, _): openJPEG(content)
    case (.hybrid, _), (.pvrtc, _), (.pvrtc2, _), (.astc, _), (.astc6x6, _), (.astc8x8, _): []
    }
  }

  /// Returns the times of OpenJPEG 2.5.4 for files of 2 kB to 5 MB.
  ///
  /// They are a sum of a start, the pixels and the bytes that fits all measurements within 20 %.
  private static func openJPEG(_ content: ContentClass) -> [Double] {
    EncodedSize.measuredSizes.map { width, height in
      let file = EncodedSize.estimate(
        width: width, height: height, format: .jpeg2000, content: content)
      return 0.031 + 22.7 * Double(width * height) / 1e6 + 127.1 * Double(file.bytes) / 1e6
    }
  }
}
