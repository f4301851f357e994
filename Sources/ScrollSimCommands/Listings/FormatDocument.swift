import ScrollCore
import ScrollDevice
import ScrollPages

/// A format as JSON.
struct FormatDocument: Encodable {
  /// The size of one picture on disk.
  struct Size: Encodable {
    let content: String
    let width: Int, height: Int
    let bytes: Int
    let bitsPerPixel: Double
  }

  /// How a texture is made up.
  struct Texture: Encodable {
    let bitsPerPixel: Double
    let blockWidth: Int, blockHeight: Int, blockBytes: Int
    let isSquarePowerOfTwo: Bool
  }

  /// Peak signal-to-noise ratios in decibels.
  struct Quality: Encodable {
    let photo: Double, graphic: Double
  }

  let name: String, kind: String, summary: String
  /// Left out where there is none.
  let texture: Texture?
  let encoded: [Size]
  let source: String
  let isLossless: Bool
  /// Left out where nothing is lost, and where it is not known.
  let quality: Quality?
  let transparency: String
  /// Left out without a device.
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
    transparency = format.transparency.rawValue
    decode = device.map { DecodeTimes(of: format, on: $0) }
  }
}

/// How long images of a format take to decode on a device, at the sizes that were measured.
struct DecodeTimes: Encodable {
  /// Of one picture.
  struct Time: Encodable {
    let content: String
    let width: Int, height: Int
    let milliseconds: Double
  }

  let device: String
  /// Whether some figure behind a time is an estimate; a texture takes no time, which is none.
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

  /// `estimate`, `measured`, or nothing for what is not decoded.
  var kind: String {
    times.allSatisfy { $0.milliseconds == 0 } ? "" : isEstimate ? "estimate" : "measured"
  }

  /// Of the largest picture of a class, as tables have it.
  func largest(_ content: ContentClass) -> String {
    let time = times.first { $0.content == content.rawValue }?.milliseconds ?? 0
    return NumberText.fixed(time, decimals: 1)
  }
}

extension ImageFormat {
  /// The formats whose decoders it takes.
  fileprivate var decoders: [ImageFormat] {
    switch storage {
    case .codec: [self]
    case .colorAndMask: [.jpeg, .png]
    case .texture: []
    }
  }
}

extension ImageCatalog.Entry {
  /// On disk.
  var encodedBitsPerPixel: Double { Double(8 * encoded.bytes) / Double(pixels) }
}
