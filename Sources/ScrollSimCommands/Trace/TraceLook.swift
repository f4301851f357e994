import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollTraces

/// What a trace asks of a cache: its pace, its working set, its reuse, and the devices that it does
/// not fit on.
struct TraceLook: Encodable {
  /// Screens moved over, both ways added up, and screens of content.
  let screensTravelled: Double, screensOfContent: Double
  let speed: Speed
  let looks: Looks
  let workingSet: WorkingSetFigures
  let reuse: Reuse
  /// Of the images that are shown at least once.
  let shownEncodedBytes: Int, shownDecodedBytes: Int
  let oversubscription: [Oversubscription]
  /// For the plot.
  let distances: ReuseDistances

  /// Points per second that are not exceeded for so many percent of the time spent moving.
  struct Speed: Encodable {
    @OrNull var median: Double?
    @OrNull var percentile90: Double?
  }

  struct Looks: Encodable {
    let count: Int
    @OrNull var medianSeconds: Double?
    @OrNull var percentile90Seconds: Double?
    @OrNull var longestSeconds: Double?
  }

  struct WorkingSetFigures: Encodable {
    let windowSeconds: Double
    let meanImages: Double, mostImages: Int
    let meanBytes: Double, mostBytes: Int
  }

  /// Requests for images that were asked for before, and how far they lie apart.
  struct Reuse: Encodable {
    let requests: Int, again: Int
    @OrNull var medianImages: Int?
    @OrNull var percentile90Images: Int?
    @OrNull var mostImages: Int?
    @OrNull var medianBytes: Int?
    @OrNull var percentile90Bytes: Int?
    @OrNull var mostBytes: Int?
  }

  /// What is shown, decoded, as a multiple of the app's limit less its own footprint.
  ///
  /// Above 1 no cache can hold everything.
  struct Oversubscription: Encodable {
    let device: String
    let roomBytes: Int
    let factor: Double
  }

  enum CodingKeys: CodingKey {
    case screensTravelled, screensOfContent, speed, looks, workingSet, reuse
    case shownEncodedBytes, shownDecodedBytes, oversubscription
  }

  /// How far back the working set looks.
  static let window = SimTime(seconds: 10)

  /// - Complexity: O(samples log samples + requests log images + frames at 60 Hz).
  init(_ trace: ScrollTrace, travel: Double, content: Double) {
    let stream = trace.requestStream()
    screensTravelled = travel / trace.viewportLength
    screensOfContent = content / trace.viewportLength
    let pace = Pace(trace.motion)
    speed = Speed(median: pace.speed(percentile: 50), percentile90: pace.speed(percentile: 90))
    looks = Looks(
      count: pace.looks.values.count, medianSeconds: pace.looks.percentile(50)?.seconds,
      percentile90Seconds: pace.looks.percentile(90)?.seconds,
      longestSeconds: pace.looks.percentile(100)?.seconds)
    let set = WorkingSet(stream, at: trace.requestTimes, window: Self.window)
    workingSet = WorkingSetFigures(
      windowSeconds: Self.window.seconds, meanImages: set.meanImages, mostImages: set.mostImages,
      meanBytes: set.meanBytes, mostBytes: set.mostBytes)
    distances = ReuseDistances(stream)
    reuse = Reuse(
      requests: stream.images.count, again: distances.images.values.count,
      medianImages: distances.images.percentile(50),
      percentile90Images: distances.images.percentile(90),
      mostImages: distances.images.percentile(100), medianBytes: distances.bytes.percentile(50),
      percentile90Bytes: distances.bytes.percentile(90),
      mostBytes: distances.bytes.percentile(100))
    let shown = Self.shown(stream, trace.catalog.images)
    shownEncodedBytes = shown.encoded.bytes
    shownDecodedBytes = shown.decoded.bytes
    oversubscription = DeviceCatalog.builtIn.entries.map { device in
      let room = device.memory.appLimit - device.memory.baseFootprint
      return Oversubscription(
        device: device.name, roomBytes: room.bytes,
        factor: Double(shown.decoded.bytes) / Double(max(1, room.bytes)))
    }
  }

  /// The images that are asked for, each counted once.
  private static func shown(
    _ stream: RequestStream, _ images: ImageCatalog
  ) -> (encoded: ByteCount, decoded: ByteCount) {
    var isShown = [Bool](repeating: false, count: stream.imageCount)
    for image in stream.images { isShown[Int(image.index)] = true }
    var sums = (encoded: ByteCount.zero, decoded: ByteCount.zero)
    for (image, entry) in images.entries.enumerated() where isShown[image] {
      sums.encoded += entry.encoded
      sums.decoded += entry.decoded
    }
    return sums
  }
}
