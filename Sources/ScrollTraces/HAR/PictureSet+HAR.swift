import ScrollCore
package import ScrollDevice

extension PictureSet {
  /// Creates the pictures that a HAR file's requests loaded, in the order of their first requests.
  ///
  /// A HAR file does not have the pixels of an image. They come from the header of the image's body
  /// if the file has bodies, or from `sizes` for an address that is listed there. Otherwise they
  /// are estimated from the number of bytes (`PixelEstimate`). Beacons and images in SVG are left
  /// out by default; the notes list what is left out.
  /// - Parameters:
  ///   - file: the requests.
  ///   - sizes: pictures with known pixels.
  ///   - origin: the origin from which the app loads the pictures.
  ///   - extras: the kinds of images that count besides photos.
  /// - Throws: `NoPictures` if there is no image with a size.
  package init(
    _ file: HARFile, sizes: PictureSizes = PictureSizes(), origin: ImageOrigin = .network,
    including extras: Set<HARExtra> = []
  ) throws(NoPictures) {
    self.init(from: "a HAR file")
    let requests = file.requests
    var (pictures, numbers) = ([RequestedPicture](), [PictureDigest: Int]())
    var (asked, cached) = (0, 0)
    for request in requests where extras.allow(request.kind) {
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
    let omissions = HAROmissions(requests, without: extras)
    guard !known.isEmpty else {
      throw NoPictures(requests: requests.count, omissions: omissions.text)
    }
    for picture in known { append(picture.entry(from: origin)) }
    notes.append(
      "\(asked) of \(Phrase.count(requests.count, "request")) for images; \(cached) answered by a cache"
    )
    if asked > pictures.count {
      notes.append(
        Phrase.count(
          asked - pictures.count, "request repeats an earlier image and gets no item",
          "requests repeat an earlier image and get no item"))
    }
    if let text = omissions.text { notes.append("left out: \(text)") }
    if pictures.count > known.count {
      let unknown = Phrase.count(pictures.count - known.count, "image")
      notes.append("\(unknown) left out, because their bytes are unknown")
    }
    leftOut = omissions.shortText(andUnknown: pictures.count - known.count)
    problems = file.problems
    tell(known.count { $0.origin == .header }, .header)
    tell(known.count { $0.origin == .list }, .list)
    tell(known.count { $0.origin == .estimate }, .estimate)
    let unnamed = known.count { $0.format == nil }
    if unnamed > 0 {
      estimates.append(
        "the format of \(Phrase.count(unnamed, "picture")) without a stated format: jpeg")
    }
    let vectors = known.count(where: \.isVector)
    if vectors > 0 {
      estimates.append("\(Phrase.count(vectors, "image")) in SVG, treated as png")
    }
  }

  private mutating func tell(_ count: Int, _ origin: RequestedPicture.Origin) {
    guard count > 0 else { return }
    let pixels = "the pixels of \(Phrase.count(count, "picture"))"
    switch origin {
    case .header: notes.append("\(pixels) read from headers in the HAR file")
    case .list: notes.append("\(pixels) taken from the list")
    case .estimate: estimates.append("\(pixels), from bytes, as for a photo of 4 to 3")
    }
  }

  /// The error of a HAR file without images.
  package struct NoPictures: Error, CustomStringConvertible {
    let requests: Int
    let omissions: String?

    package var description: String {
      "has no response with an image and its size among \(Phrase.count(requests, "request"))"
        + (omissions.map { "; left out: \($0)" } ?? "")
    }
  }
}

/// The facts about one image from all of its requests.
private struct RequestedPicture {
  /// The pixels in a list, if it has them.
  let pixels: PictureSizes.Pixels?
  private(set) var format: ImageFormat?
  private(set) var isVector = false
  private var header: ImageHeader?
  private(set) var bytes: Int?

  /// The source of the pixels.
  enum Origin { case header, list, estimate }

  init(pixels: PictureSizes.Pixels?) { self.pixels = pixels }

  mutating func learn(from request: HARRequest) {
    header = header ?? request.header
    format = header?.format ?? format ?? request.format
    if request.kind == .vector { (isVector, format) = (true, .png) }
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

/// The kinds of images in a HAR file that are left out by default.
package enum HARExtra: String, CaseIterable, Sendable {
  /// Images that only count a visit: 1 x 1, or under 100 bytes.
  case beacons
  /// Images in SVG, which count as PNG.
  case svg
}

extension Set<HARExtra> {
  /// Returns `true` if requests of a kind are for pictures.
  fileprivate func allow(_ kind: HARRequest.Kind) -> Bool {
    switch kind {
    case .picture: true
    case .beacon: contains(.beacons)
    case .vector: contains(.svg)
    default: false
    }
  }
}

/// The requests for images from which no picture is made.
private struct HAROmissions {
  /// The kinds that are only left out by default, with the words that include them.
  private static let options = [
    "of 1 x 1 or under 100 bytes": HARExtra.beacons, "in SVG": .svg,
  ]
  /// The kinds with their numbers of requests, the most frequent first.
  private let parts: [(kind: String, count: Int)]

  init(_ requests: [HARRequest], without extras: Set<HARExtra>) {
    var counts: [String: Int] = [:]
    for request in requests where !extras.allow(request.kind) {
      if let words = Self.words(request.kind) { counts[words, default: 0] += 1 }
    }
    parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (kind: $0.key, count: $0.value) }
  }

  /// The numbers of requests by kind, with the options that include them; `nil` if there are none.
  var text: String? {
    guard !parts.isEmpty else { return nil }
    let shown = parts.prefix(20).map { part in
      "\(part.count) \(part.kind)"
        + (Self.options[part.kind].map { " (--include \($0.rawValue))" } ?? "")
    }
    let rest = parts.dropFirst(20).reduce(0) { $0 + $1.count }
    return (shown + (rest > 0 ? ["\(rest) of other kinds"] : [])).joined(separator: ", ")
  }

  /// Returns the number of requests that are left out, with the most frequent kind; `nil` if there are
  /// none.
  /// - Parameter unknown: The number of images whose bytes are unknown.
  /// - Returns: the number and the kind, such as `18 requests left out, of 1 x 1`.
  func shortText(andUnknown unknown: Int) -> String? {
    let kinds = (parts + [(kind: "of unknown size", count: unknown)]).filter { $0.count > 0 }
    guard let most = kinds.max(by: { $0.count < $1.count }) else { return nil }
    let all = kinds.reduce(0) { $0 + $1.count }
    let number = Phrase.count(all, "request") + " left out"
    return kinds.count == 1
      ? "\(number), \(most.kind)" : "\(number), \(most.count) of them \(most.kind)"
  }

  private static func words(_ kind: HARRequest.Kind) -> String? {
    switch kind {
    case .picture, .other: nil
    case .beacon: "of 1 x 1 or under 100 bytes"
    case .vector: "in SVG"
    case .redirect: "redirected"
    case .question(let method): "asked with \(method)"
    case .empty: "without content"
    case .failure(let status): status == 0 ? "without an answer" : "failed with \(status)"
    case .unread(let type): "in \(ClippedText(type)), which scrollsim does not read"
    }
  }
}

/// An estimate of the pixels of a photo from its bytes.
enum PixelEstimate {
  /// Returns the smallest size with the ratio 4:3 whose estimated file (`EncodedSize`) has at least
  /// the given bytes.
  ///
  /// The quality of the image's encoding is unknown, so the true number of pixels may well be half
  /// or twice as large.
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
