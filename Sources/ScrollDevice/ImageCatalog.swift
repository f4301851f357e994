public import ScrollCore

/// The images of a scenario: pixel sizes, formats, contents and encoded sizes.
public struct ImageCatalog: Sendable, Equatable {
  /// One image.
  ///
  /// An entry takes 24 bytes only, because a catalog may have ten million entries.
  public struct Entry: Sendable, Hashable {
    /// The size of the file; for a hybrid image, of both files together.
    public var encoded: ByteCount
    private var columns: Int32, rows: Int32
    public var format: ImageFormat
    public var content: ContentClass
    public var origin: ImageOrigin
    /// The decode time in units of 10 ns; 0 if it is not known.
    private var ownDecode: UInt32 = 0

    /// Creates an image; its encoded size is estimated if none is given.
    /// - Precondition: `width` and `height` are below 2^31; `decodeTime` is at most
    ///   `longestDecodeTime`.
    public init(
      width: Int, height: Int, format: ImageFormat = .jpeg, content: ContentClass = .photo,
      encoded: ByteCount? = nil, origin: ImageOrigin = .disk, decodeTime: SimTime? = nil
    ) {
      columns = Int32(width)
      rows = Int32(height)
      self.format = format
      self.content = content
      self.encoded =
        encoded
        ?? EncodedSize.estimate(width: width, height: height, format: format, content: content)
      self.origin = origin
      self.decodeTime = decodeTime
    }

    /// The greatest value of `decodeTime`.
    public static let longestDecodeTime = SimTime(milliseconds: 40_000)

    /// The measured decode time of this file on the device `timedOn` of the catalog, rounded to 10
    /// ns; `nil` if it was not measured, so that the device's formula applies.
    /// - Precondition: the time is not negative, and at most `longestDecodeTime`.
    public var decodeTime: SimTime? {
      get { ownDecode == 0 ? nil : SimTime(nanoseconds: Int64(ownDecode) * 10) }
      set { ownDecode = newValue.map { UInt32(max(1, ($0.nanoseconds + 5) / 10)) } ?? 0 }
    }

    /// The width in pixels, below 2^31.
    public var width: Int {
      get { Int(columns) }
      set { columns = Int32(newValue) }
    }

    /// The height in pixels, below 2^31.
    public var height: Int {
      get { Int(rows) }
      set { rows = Int32(newValue) }
    }

    public var pixels: Int { width * height }

    /// The size in memory when the image is ready to be drawn: that of the bitmap, or of the
    /// texture with its padding.
    public var decoded: ByteCount {
      format.texture?.bytes(width: width, height: height)
        ?? Self.bitmap(width: width, height: height)
    }

    /// The sizes of a hybrid image's two files, which add up to `encoded`.
    ///
    /// If the catalog states the total, the parts have the ratio of the estimates. An image of
    /// another format has only color.
    public var encodedParts: (color: ByteCount, mask: ByteCount) {
      guard format == .hybrid else { return (encoded, .zero) }
      let estimate = EncodedSize.hybridParts(width: width, height: height, content: content)
      let share =
        Double(estimate.mask) / Double(estimate.color + estimate.mask)
      let mask = ByteCount(Int((Double(encoded) * share).rounded()))
      return (encoded - mask, mask)
    }

    /// Returns the bytes of a bitmap of a size in pixels: rows of 4 bytes a pixel, aligned to 64,
    /// `align(4 * width, 64) * height`.
    public static func bitmap(width: Int, height: Int) -> ByteCount {
      ByteCount(4 * width).rounded(upTo: ByteCount(64)) * height
    }
  }

  public var entries: [Entry]
  /// The device on which the entries' own decode times were measured; `nil` if there are none.
  public var timedOn: String?

  /// Creates a catalog.
  /// - Parameters:
  ///   - entries: the images.
  ///   - timedOn: the device of their own decode times.
  public init(_ entries: [Entry], timedOn: String? = nil) {
    self.entries = entries
    self.timedOn = timedOn
  }

  public var count: Int { entries.count }

  public subscript(_ image: ImageID) -> Entry { entries[Int(image.index)] }
}

extension ImageCatalog.Entry {
  /// Returns the same picture in another size or format.
  ///
  /// The file size is the present one times the ratio of the estimates for both (`EncodedSize`), so
  /// a size that the catalog states has an effect. A texture has the size that follows from its
  /// format. The new picture has no measured decode time.
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  ///   - format: the format, unchanged by default.
  ///   - keepsQuality: whether the new file has the quality of the present one, if both formats can
  ///     have equal quality.
  /// - Returns: the rendition; its file has at least 1 byte.
  package func rendition(
    width: Int, height: Int, format: ImageFormat? = nil, keepsQuality: Bool = false
  ) -> Self {
    var other = self
    other.width = width
    other.height = height
    other.format = format ?? self.format
    other.decodeTime = nil
    let isEqual =
      keepsQuality && self.format.hasEqualQuality(as: other.format) && self.format != other.format
    func size(_ entry: Self) -> ByteCount {
      isEqual
        ? EncodedSize.atQualityOfJPEG(
          pixels: entry.pixels, format: entry.format, content: entry.content)
        : EncodedSize.estimate(
          width: entry.width, height: entry.height, format: entry.format, content: entry.content)
    }
    let (this, that) = (size(self), size(other))
    let bytes =
      other.format.texture == nil
      ? (Double(encoded) * Double(that) / Double(this)).rounded()
      : Double(that)
    other.encoded = ByteCount(max(1, Int(bytes)))
    return other
  }
}
