import ScrollCore
import ScrollDevice
import ScrollPages

/// A format as a JSON document.
struct FormatDocument: Encodable {
  /// The size of one picture on disk.
  struct Size: Encodable {
    let content: String
    let width: Int, height: Int
    let bytes: Int
    let bitsPerPixel: Double
  }

  /// The structure of a texture.
  struct Texture: Encodable {
    let bitsPerPixel: Double
    let blockWidth: Int, blockHeight: Int, blockBytes: Int
    let isSquarePowerOfTwo: Bool
  }

  /// Peak signal-to-noise ratios in decibels.
  struct Quality: Encodable {
    let photo: Double, graphic: Double
  }

  /// Relative sizes at equal quality, one for each measured size of picture, the largest first.
  struct EqualSizes: Encodable {
    let photo: [Double], graphic: [Double]
  }

  let name: String, kind: String, summary: String
  /// The structure of the texture; left out for a format that is not a texture.
  let texture: Texture?
  let encoded: [Size]
  let source: String
  let isLossless: Bool
  /// The quality; left out for lossless formats, and if it is not known.
  let quality: Quality?
  /// The file size divided by the size of a JPEG of equal quality, for each size of `encoded`; left
  /// out if it was not measured.
  let sizeAtQualityOfJPEG: EqualSizes?
  let transparency: String
  /// The decode times; left out without a device.
  let decode: DecodeTimes?

  init(_ format: ImageFormat, kind: String, on device: DeviceProfile?) {
    name = format.name
    self.kind = kind
    summary = format.summary
    texture = format.texture.map {
      Texture(
        bitsPerPixel: $0.bitsPerPixel, blockWidth: $0.blockWidth, blockHeight: $0.blockHeight,
        blockBytes: $0.blockSize.bytes, isSquarePowerOfTwo: $0.isSquarePowerOfTwo)
    }
    encoded = ContentClass.allCases.flatMap { content in
      EncodedSize.measuredSizes.map { size in
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        return Size(
          content: content.rawValue, width: size.width, height: size.height,
          bytes: image.encoded.bytes, bitsPerPixel: image.encodedBitsPerPixel)
      }
    }
    source = format.sizeRule
    isLossless = format.quality == .exact
    quality =
      if case .decibels(let photo, let graphic) = format.quality {
        Quality(photo: photo, graphic: graphic)
      } else { nil }
    sizeAtQualityOfJPEG =
      if let photo = EncodedSize.sizeAtQualityOfJPEG(format, .photo),
        let graphic = EncodedSize.sizeAtQualityOfJPEG(format, .graphic)
      {
        EqualSizes(photo: photo, graphic: graphic)
      } else { nil }
    transparency = format.transparency.rawValue
    decode = device.map { DecodeTimes(of: format, on: $0) }
  }
}

/// The decode times of a format's images on a device, at the measured sizes.
struct DecodeTimes: Encodable {
  /// The time of one picture.
  struct Time: Encodable {
    let content: String
    let width: Int, height: Int
    let milliseconds: Double
  }

  let device: String
  /// A Boolean value that indicates whether the times come from an estimated figure of the device.
  ///
  /// A texture takes no time, so the value is `false`.
  let isEstimate: Bool
  let times: [Time]

  init(of format: ImageFormat, on device: DeviceProfile) {
    self.device = device.name
    isEstimate = device.figures.contains { figure in
      figure.isEstimate
        && format.decoders.contains { figure.name.hasPrefix("decode.\($0.rawValue).") }
    }
    times = ContentClass.allCases.flatMap { content in
      EncodedSize.measuredSizes.map { size in
        let image = ImageCatalog.Entry(
          width: size.width, height: size.height, format: format, content: content)
        return Time(
          content: content.rawValue, width: size.width, height: size.height,
          milliseconds: device.decodeTime(of: image).milliseconds)
      }
    }
  }

  /// The origin of the times: `estimate`, `measured`, or nothing for a format that is not decoded.
  var kind: String {
    times.allSatisfy { $0.milliseconds == 0 } ? "" : isEstimate ? "estimate" : "measured"
  }

  /// Returns the decode time of the largest picture of a content class, as text for a table.
  func largest(_ content: ContentClass) -> String {
    let time = times.first { $0.content == content.rawValue }?.milliseconds ?? 0
    return NumberText.fixed(time, decimals: 1)
  }
}

extension ImageFormat {
  /// The formats whose decoders decode this format.
  fileprivate var decoders: [ImageFormat] {
    switch storage {
    case .codec: [self]
    case .colorAndMask: [.jpeg, .png]
    case .texture: []
    }
  }
}

extension ImageCatalog.Entry {
  /// The bits per pixel on disk.
  var encodedBitsPerPixel: Double { Double(8 * encoded.bytes) / Double(pixels) }
}

extension ImageFormat {
  /// Sentences about the source of the file sizes, which apply if a catalog states no sizes.
  var sizeRule: String {
    switch storage {
    case .codec: "Encoded sizes: \(EncodedSize.source)."
    case .colorAndMask:
      "Two files, read in sequence and decoded separately: a JPEG of the colors, and a PNG "
        + "of the mask with the size of a graphic's. Encoded sizes of both: "
        + "\(EncodedSize.source)."
    case .texture(let layout):
      "Uploaded without decoding; the same size on disk and in memory: blocks of "
        + "\(layout.blockWidth)x\(layout.blockHeight) pixels in \(layout.blockSize.bytes) "
        + "bytes"
        + (layout.isSquarePowerOfTwo
          ? ", padded to a square whose side is a power of two, at least 8."
          : "; blocks at the edges count whole.")
        + " A bitmap has 32 bits per pixel, so 2 bits are 1/16 of its memory. The chapter "
        + "\"Image IO\" promises 1/60, which is impossible."
    }
  }

  /// Sentences about the quality compared with the original, and about transparency.
  var qualityRule: String {
    let quality =
      switch self.quality {
      case .exact: "Nothing is lost."
      case .unknown:
        "No measurement of its quality is known. The chapter \"Image IO\" calls it not very "
          + "good, especially for transparent images, and like a heavily compressed JPEG."
      case .decibels:
        "Quality: \(qualityText(.photo)) dB for photos, \(qualityText(.graphic)) dB for graphics ("
          + "\(ImageQuality.source))."
      }
    let transparency =
      switch self.transparency {
      case .none: "No transparency."
      case .onOrOff: "Each pixel is either opaque or transparent."
      case .full: "Pixels can be partly transparent."
      }
    let equal =
      EncodedSize.sizeAtQualityOfJPEG(self, .photo) == nil
      ? "" : " Sizes at equal quality: \(EncodedSize.equalQualitySource)."
    return "\(quality) \(transparency)\(equal)"
  }

  /// Returns decibels, `exact`, or `-` if the quality is not known.
  func qualityText(_ content: ContentClass) -> String {
    if quality == .exact { return "exact" }
    return quality.decibels(content).map { NumberText.fixed($0, decimals: 1) } ?? "-"
  }
}
