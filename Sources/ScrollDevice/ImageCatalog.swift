public import ScrollCore

/// The images of a scenario: pixel sizes, formats, contents and encoded sizes by image.
public struct ImageCatalog: Sendable, Equatable {
  /// One image.
  public struct Entry: Sendable, Hashable {
    /// Pixels.
    public var width: Int, height: Int
    public var format: ImageFormat
    public var content: ContentClass
    public var encoded: ByteCount
    public var origin: ImageOrigin

    /// An image; its encoded size is estimated where none is given.
    public init(
      width: Int, height: Int, format: ImageFormat = .jpeg, content: ContentClass = .photo,
      encoded: ByteCount? = nil, origin: ImageOrigin = .disk
    ) {
      self.width = width
      self.height = height
      self.format = format
      self.content = content
      self.encoded =
        encoded
        ?? EncodedSize.estimate(pixels: width * height, format: format, content: content)
      self.origin = origin
    }

    public var pixels: Int { width * height }

    /// Bytes of the bitmap: rows of 4 bytes a pixel, aligned to 64.
    public var decoded: ByteCount { Self.bitmap(width: width, height: height) }

    /// Bytes of a bitmap of some size in pixels: `align(4 * width, 64) * height`.
    public static func bitmap(width: Int, height: Int) -> ByteCount {
      ByteCount(4 * width).rounded(upTo: ByteCount(64)) * height
    }
  }

  public var entries: [Entry]

  public init(_ entries: [Entry]) { self.entries = entries }

  public var count: Int { entries.count }

  public subscript(_ image: ImageID) -> Entry { entries[Int(image.index)] }
}
