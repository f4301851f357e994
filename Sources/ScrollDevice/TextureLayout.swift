public import ScrollCore

/// How many bytes a compressed texture takes, on disk as in memory.
///
/// Blocks of a fixed size in bytes cover the picture; those at its edges are charged whole.
/// ASTC has blocks of 16 bytes (Khronos Data Format Specification, "ASTC Compressed Texture
/// Image Formats"), PVRTC of 8 (`GL_IMG_texture_compression_pvrtc`). A PVRTC
/// texture is square with a side that is a power of two, at least 8, as the chapter says of
/// iOS; the padding that this takes is charged.
///
/// The chapter "Image IO" promises textures in 1/60 of a bitmap's memory. That cannot be met:
/// a bitmap has 32 bits per pixel and the smallest texture 2, which is 1/16.
public struct TextureLayout: Sendable, Equatable {
  /// Pixels that one block covers.
  public let blockWidth: Int, blockHeight: Int
  public let blockSize: ByteCount
  /// Whether a texture is as wide as high, and that a power of two.
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

  /// Without padding.
  public var bitsPerPixel: Double {
    Double(8 * blockSize.bytes) / Double(blockWidth * blockHeight)
  }

  /// The texture that a picture of some size in pixels is put into.
  public func size(width: Int, height: Int) -> (width: Int, height: Int) {
    guard isSquarePowerOfTwo else { return (width, height) }
    var side = 8
    while side < max(width, height) { side *= 2 }
    return (side, side)
  }

  /// What a picture of some size in pixels takes, padding and all.
  public func bytes(width: Int, height: Int) -> ByteCount {
    let padded = size(width: width, height: height)
    let across = (padded.width + blockWidth - 1) / blockWidth
    let down = (padded.height + blockHeight - 1) / blockHeight
    return blockSize * (across * down)
  }
}
