import ScrollCore
package import ScrollDevice

extension PictureSet {
  /// The pictures that a HAR file's requests asked for, in the order in which each was asked for
  /// first.
  ///
  /// A HAR file does not say how many pixels an image has. They are read from the header of its
  /// body where the file has bodies, are those of `sizes` for an address that is listed there, or
  /// are estimated from its bytes (`PixelEstimate`).
  /// - Parameters:
  ///   - requests: of a HAR file.
  ///   - sizes: pictures whose pixels are known.
  ///   - origin: where the app loads them from.
  /// - Throws: `NoPictures` where no image and its size is among them.
  package init(
    _ requests: [HARRequest], sizes: PictureSizes = PictureSizes(), origin: ImageOrigin = .network
  ) throws(NoPictures) {
    self.init(from: "a HAR file")
    var (pictures, numbers) = ([RequestedPicture](), [PictureDigest: Int]())
    var (asked, cached) = (0, 0)
    for request in requests where request.isPicture {
      guard let address = request.address else { continue }
      asked += 1
      cached += request.isCached ? 1 : 0
      let number = numbers[address] ?? pictures.count
      if number == pictures.count {
        numbers[address] = number
        pictures.append(RequestedPicture(pixels: sizes[address]))
      }
      pictures[number].learn(from: request)
    }
    let known = pictures.filter { $0.bytes != nil }
    guard !known.isEmpty else { throw NoPictures(requests: requests.count) }
    for picture in known { append(picture.entry(from: origin)) }
    notes.append(
      "\(Words.count(asked, "request")) for images of \(requests.count), \(cached) answered by a cache"
    )
    if asked > pictures.count {
      let again = Words.count(asked - pictures.count, "request")
      notes.append("\(again) for an image that was asked for before: no further item")
    }
    if pictures.count > known.count {
      let unknown = Words.count(pictures.count - known.count, "image")
      notes.append("\(unknown) left out, since their bytes are not known")
    }
    tell(known.count { $0.origin == .header }, .header)
    tell(known.count { $0.origin == .list }, .list)
    tell(known.count { $0.origin == .estimate }, .estimate)
  }

  private mutating func tell(_ count: Int, _ origin: RequestedPicture.Origin) {
    guard count > 0 else { return }
    let pixels = "the pixels of \(Words.count(count, "picture"))"
    switch origin {
    case .header: notes.append("\(pixels) read from headers in the HAR file")
    case .list: notes.append("\(pixels) taken from the list")
    case .estimate: estimates.append("\(pixels), from bytes, as for a photo of 4 to 3")
    }
  }

  /// A HAR file without images.
  package struct NoPictures: Error, CustomStringConvertible {
    let requests: Int

    package var description: String {
      "has no answer with an image and its size among \(requests) requests"
    }
  }
}

/// What the requests for one image tell of it together.
private struct RequestedPicture {
  /// As a list says.
  let pixels: PictureSizes.Pixels?
  private var format: ImageFormat?
  private var header: ImageHeader?
  private(set) var bytes: Int?

  /// Where its pixels come from.
  enum Origin { case header, list, estimate }

  init(pixels: PictureSizes.Pixels?) { self.pixels = pixels }

  mutating func learn(from request: HARRequest) {
    header = header ?? request.header
    format = header?.format ?? format ?? request.format
    bytes = bytes ?? request.bytes
  }

  var origin: Origin { header != nil ? .header : pixels != nil ? .list : .estimate }

  func entry(from origin: ImageOrigin) -> ImageCatalog.Entry {
    let (format, bytes) = (format ?? .jpeg, bytes ?? 1)
    let (width, height) =
      header?.shown ?? pixels.map { ($0.width, $0.height) }
      ?? PixelEstimate.size(bytes: bytes, format: format)
    return ImageCatalog.Entry(
      width: width, height: height, format: format,
      content: header == nil && pixels == nil
        ? .photo
        : ContentClass(estimatedOf: format, width: width, height: height, bytes: bytes),
      encoded: ByteCount(bytes), origin: origin)
  }
}

extension HARRequest {
  /// Whether an image was asked for and came.
  var isPicture: Bool { format != nil && (200..<400 ~= status || status == 0 && isCached) }
}

/// How many pixels a photo has, as far as its bytes tell.
enum PixelEstimate {
  /// The smallest size of 4 to 3 whose estimated bytes (`EncodedSize`) are as many.
  ///
  /// The quality with which an image was encoded is not known: half and twice as many pixels are
  /// no surprise.
  static func size(bytes: Int, format: ImageFormat) -> (width: Int, height: Int) {
    var (low, high) = (1, TraceLimits.side / 4)
    while low < high {
      let middle = (low + high) / 2
      let estimate = EncodedSize.estimate(
        width: 4 * middle, height: 3 * middle, format: format, content: .photo)
      if estimate.bytes >= bytes { high = middle } else { low = middle + 1 }
    }
    return (4 * low, 3 * low)
  }
}
