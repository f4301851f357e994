public import ScrollCore

/// The encoding of an image.
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
  case hybrid
  case pvrtc
  case pvrtc2 = "pvrtc-2"
  case astc
  case astc6x6 = "astc-6x6"
  case astc8x8 = "astc-8x8"

  /// The way in which a format stores images, which determines the work before an image can be
  /// drawn.
  public enum Storage: Sendable, Equatable {
    /// A file that a decoder turns into a bitmap.
    case codec
    /// Two files, color as JPEG and mask as PNG, which are read one after the other, decoded
    /// separately, and combined into a bitmap.
    case colorAndMask
    /// A file that needs no decoding: the graphics processor draws from its blocks.
    case texture(TextureLayout)
  }

  public var storage: Storage {
    switch self {
    case .png, .jpeg, .progressiveJPEG, .heic, .webp, .avif, .jpeg2000, .gif, .tiff: .codec
    case .hybrid: .colorAndMask
    case .pvrtc: .texture(.pvrtc4)
    case .pvrtc2: .texture(.pvrtc2)
    case .astc: .texture(.astc4x4)
    case .astc6x6: .texture(.astc6x6)
    case .astc8x8: .texture(.astc8x8)
    }
  }

  /// The layout of a texture; `nil` for a format that must be decoded.
  public var texture: TextureLayout? {
    guard case .texture(let layout) = storage else { return nil }
    return layout
  }

  /// The bits per pixel of a texture, in memory and on disk; `nil` for a format that must be
  /// decoded into a bitmap of 32 bits per pixel.
  public var bitsPerPixel: Double? { texture?.bitsPerPixel }

  /// The formats with their own decoder, for which a device file gives times.
  public static let codecs = allCases.filter { $0.storage == .codec }
}

extension ImageFormat: CatalogEntry {
  public static var kind: String { "format" }

  public var name: String { rawValue }

  public var summary: String {
    switch self {
    case .png: "PNG: without loss, with transparency; small for flat colors, large for photos."
    case .jpeg: "JPEG: with loss, no transparency; the usual format of photos."
    case .progressiveJPEG: "Progressive JPEG: coarse to fine in several passes, slower to decode."
    case .heic: "HEIC: a still image in HEVC; about as fast as JPEG only on hardware for it."
    case .webp: "WebP: with loss, from VP8; smaller than JPEG, decoded by the processor."
    case .avif: "AVIF: a still of AV1; small and slow, decoded by the processor."
    case .jpeg2000: "JPEG 2000: wavelets; half as large as a JPEG of its quality, slow to decode."
    case .gif: "GIF: 256 colors; without loss for pictures with no more colors."
    case .tiff: "TIFF with deflate: without loss, large."
    case .hybrid: "A JPEG for the color and a PNG for the mask: a photo with transparency."
    case .pvrtc: "PVRTC texture, 4 bits per pixel: drawn without decoding; sides are powers of two."
    case .pvrtc2: "PVRTC texture, 2 bits per pixel: a sixteenth of a bitmap; sides as for pvrtc."
    case .astc: "ASTC texture of 4x4 blocks: drawn without decoding, a quarter of a bitmap."
    case .astc6x6: "ASTC texture of 6x6 blocks: drawn without decoding, a ninth of a bitmap."
    case .astc8x8: "ASTC texture of 8x8 blocks: drawn without decoding, a sixteenth of a bitmap."
    }
  }
}

extension Catalog<ImageFormat> {
  /// Every format, grouped by the work before its images can be drawn.
  public static let builtIn = Catalog(kinds: [
    ("codec", ImageFormat.codecs),
    ("two codecs", ImageFormat.allCases.filter { $0.storage == .colorAndMask }),
    ("texture", ImageFormat.allCases.filter { $0.texture != nil }),
  ])
}

/// The kind of picture, on which the decode time and the file size depend.
public enum ContentClass: String, Sendable, CaseIterable {
  /// Noise everywhere: photographs.
  case photo
  /// Flat colors and gradients: drawings, screenshots, interface.
  case graphic
}

/// The origin of the encoded bytes.
public enum ImageOrigin: String, Sendable, CaseIterable {
  case bundle, disk, network
}

/// The layout of a compressed texture, which determines its bytes on disk and in memory.
///
/// Blocks of a fixed size in bytes cover the picture; blocks at its edges take their full size.
/// ASTC has blocks of 16 bytes (Khronos Data Format Specification, "ASTC Compressed Texture Image
/// Formats"), PVRTC of 8 (`GL_IMG_texture_compression_pvrtc`). A PVRTC texture is square, and its
/// side is a power of two and at least 8, as the chapter "Image IO" states for iOS. The necessary
/// padding takes memory, too.
///
/// The chapter "Image IO" promises textures in 1/60 of a bitmap's memory. That is impossible: a
/// bitmap has 32 bits per pixel and the smallest texture 2, so the least share is 1/16.
public struct TextureLayout: Sendable, Equatable {
  /// The pixels that one block covers.
  public let blockWidth: Int, blockHeight: Int
  public let blockSize: ByteCount
  /// A Boolean value that indicates whether a texture is square with a side that is a power of two.
  public let isSquarePowerOfTwo: Bool

  static let pvrtc4 = Self(
    blockWidth: 4, blockHeight: 4, blockSize: ByteCount(8), isSquarePowerOfTwo: true)
  static let pvrtc2 = Self(
    blockWidth: 8, blockHeight: 4, blockSize: ByteCount(8), isSquarePowerOfTwo: true)
  static let astc4x4 = astc(4)
  static let astc6x6 = astc(6)
  static let astc8x8 = astc(8)

  private static func astc(_ side: Int) -> Self {
    Self(
      blockWidth: side, blockHeight: side, blockSize: ByteCount(16), isSquarePowerOfTwo: false)
  }

  /// The bits per pixel without padding.
  public var bitsPerPixel: Double {
    Double(8 * blockSize.bytes) / Double(blockWidth * blockHeight)
  }

  /// Returns the size of the texture that holds a picture of a size in pixels.
  public func size(width: Int, height: Int) -> (width: Int, height: Int) {
    guard isSquarePowerOfTwo else { return (width, height) }
    var side = 8
    while side < max(width, height) { side *= 2 }
    return (side, side)
  }

  /// Returns the bytes of a picture of a size in pixels, including padding.
  public func bytes(width: Int, height: Int) -> ByteCount {
    let padded = size(width: width, height: height)
    let across = (padded.width + blockWidth - 1) / blockWidth
    let down = (padded.height + blockHeight - 1) / blockHeight
    return blockSize * (across * down)
  }
}
