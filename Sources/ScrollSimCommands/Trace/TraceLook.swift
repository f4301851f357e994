import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollTraces

/// The demands of a trace on a cache: its speed, its working set, its reuse of images, and its size
/// compared with the memory of devices.
struct TraceLook: Encodable {
  /// The length of the movement in both directions together, and the length of the content, both in
  /// screens.
  let screensTravelled: Double, screensOfContent: Double
  let speed: Speed
  let looks: Looks
  let workingSet: WorkingSetFigures
  let reuse: Reuse
  /// The bytes of the images that are shown at least once.
  let shownEncodedBytes: Int, shownDecodedBytes: Int
  let oversubscription: [Oversubscription]
  /// The reuse distances for the plot.
  let distances: ReuseDistances

  /// Percentiles of the speed in points per second.
  ///
  /// For 50 and 90 percent of the time in motion, the speed is at most this high.
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

  /// The requests for images that were requested before, and percentiles of their reuse distances.
  struct Reuse: Encodable {
    let requests: Int, again: Int
    @OrNull var medianImages: Int?
    @OrNull var percentile90Images: Int?
    @OrNull var mostImages: Int?
    @OrNull var medianBytes: Int?
    @OrNull var percentile90Bytes: Int?
    @OrNull var mostBytes: Int?
  }

  /// The decoded size of all shown images, as a multiple of the memory that the app has for them:
  /// its limit minus its other memory.
  ///
  /// If the factor is above 1, no cache on this device can hold all images.
  struct Oversubscription: Encodable {
    let device: String
    let roomBytes: Int
    let factor: Double
  }

  enum CodingKeys: CodingKey {
    case screensTravelled, screensOfContent, speed, looks, workingSet, reuse
    case shownEncodedBytes, shownDecodedBytes, oversubscription
  }

  /// The length of the window for the working set.
  static let window = SimTime(seconds: 10)

  /// Examines a trace.
  /// - Complexity: O(samples log samples + requests log images + frames at 60 Hz).
  init(_ trace: ScrollTrace, travel: Double, content: Double) {
    let stream = trace.requestStream()
    screensTravelled = travel / trace.viewportLength
    screensOfContent = content / trace.viewportLength
    let pace = Pace(trace.motion, except: trace.absences)
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

  /// Returns the requested images, each counted once.
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

extension TraceLook {
  /// The figures as lines for people.
  var lines: [(name: String, value: String)] {
    [
      (
        "screens",
        "\(Self.fixed(screensTravelled)) traveled; the content has \(Self.fixed(screensOfContent))"
      ),
      ("speed", speedText), ("looks", looksText), ("working set", workingSetText),
      ("reuse", reuseText), ("images shown", shownText), ("oversubscription", devicesText),
    ]
  }

  private var speedText: String {
    guard let median = speed.median, let most = speed.percentile90 else {
      return "nothing moves faster than \(Self.fixed(Pace.slow)) pt/s"
    }
    return
      "median \(Self.fixed(median)) pt/s while moving, 90th percentile \(Self.fixed(most)) pt/s"
  }

  private var looksText: String {
    guard let median = looks.medianSeconds, let long = looks.percentile90Seconds,
      let longest = looks.longestSeconds
    else { return "none of \(Self.fixed(Pace.shortest.seconds, decimals: 2)) s" }
    return
      "\(Phrase.count(looks.count, "rest")): median \(Self.fixed(median, decimals: 2)) s, "
      + "90th percentile \(Self.fixed(long)) s, longest \(Self.fixed(longest)) s"
  }

  private var workingSetText: String {
    "within \(Self.fixed(workingSet.windowSeconds, decimals: 0)) s: at most "
      + "\(Phrase.count(workingSet.mostImages, "image")) and \(Self.size(workingSet.mostBytes)); on "
      + "average \(Self.fixed(workingSet.meanImages)) images and "
      + "\(Self.size(Int(workingSet.meanBytes)))"
  }

  private var reuseText: String {
    guard let median = reuse.medianImages, let long = reuse.percentile90Images,
      let most = reuse.mostImages, let bytes = reuse.medianBytes,
      let mostBytes = reuse.mostBytes
    else { return "no image is requested twice, so a cache of any size has no effect" }
    let share = NumberText.percent(Double(reuse.again) / Double(reuse.requests))
    return
      "\(share) of the requests are for an image requested before. lru hits half of these with "
      + "\(Phrase.count(median, "image")) or \(Self.size(bytes)), 90 % with "
      + "\(Phrase.count(long, "image")), and all with \(Phrase.count(most, "image")) or "
      + Self.size(mostBytes)
  }

  private var shownText: String {
    "\(Self.size(shownEncodedBytes)) encoded, \(Self.size(shownDecodedBytes)) decoded"
  }

  /// The devices in descending order of the factor.
  ///
  /// Devices with equal factors form a group.
  private var devicesText: String {
    var groups: [(factor: String, devices: [String])] = []
    for entry in oversubscription.sorted(by: { $0.factor > $1.factor }) {
      let factor = Self.fixed(entry.factor, decimals: 2)
      if groups.last?.factor == factor {
        groups[groups.count - 1].devices.append(entry.device)
      } else {
        groups.append((factor, [entry.device]))
      }
    }
    let texts = groups.map { "\($0.factor) on \($0.devices.joined(separator: ", "))" }
    return "the decoded size of displayed images, as a multiple of the memory left to the app: "
      + texts.joined(separator: "; ")
  }

  private static func fixed(_ value: Double, decimals: Int = 1) -> String {
    NumberText.fixed(value, decimals: decimals)
  }

  private static func size(_ bytes: Int) -> String { NumberText.mebibytes(ByteCount(bytes)) }
}
