import ScrollCore
import ScrollDevice
import ScrollLayout

/// A reader for the text of studio data.
package struct StudioDataReader {
  private var text: StudioDataText
  private var images: [ImageCatalog.Entry] = []
  private var items: [ImageID] = []

  package init(_ bytes: [UInt8]) { text = StudioDataText(bytes) }

  /// Reads the studio data.
  /// - Throws: `StudioError` for the first line that is not valid.
  package mutating func scene() throws(StudioError) -> StudioData {
    var line = try text.line("scene")
    guard line.rest() == "1" else {
      throw StudioError("this studio data has another version than 1; create the page again")
    }
    line = try text.line("title")
    let title = line.rest()
    line = try text.line("path")
    let path = line.rest()
    let head = try readHead()
    line = try text.line("axis")
    let isHorizontal = try line.choice("the axis", Layout.Axis.self) == .horizontal
    line = try text.line("direction")
    let direction: ScrollDirection = line.rest() == "backward" ? .backward : .forward
    line = try text.line("decelerationRate")
    let rate = try line.choice("the deceleration", DecelerationRate.self)
    let timedOn = text.line(ifNamed: "timedOn").map { line in
      var line = line
      return line.rest()
    }
    try readImages()
    let epochs = try readEpochs()
    let motion = try readMotion()
    var events: [TimedSystemEvent] = []
    for _ in 0..<(try text.count("events", in: 0...1_000_000)) {
      line = try text.line()
      events.append(try line.event(imageCount: images.count))
    }
    guard zip(events, events.dropFirst()).allSatisfy({ $0.time <= $1.time }) else {
      throw StudioError("the events of the studio data are not in order")
    }
    let (devices, networks) = try readProfiles()
    let setting = try SettingText.read(from: &text, imageCount: images.count)
    _ = try text.line("end")
    return StudioData(
      title: title, path: path, head: head, isHorizontal: isHorizontal,
      images: ImageCatalog(images, timedOn: timedOn), epochs: epochs, motion: motion,
      events: events, direction: direction, decelerationRate: rate, devices: devices,
      networks: networks, setting: setting)
  }

  private mutating func readHead() throws(StudioError) -> String {
    var head: [String] = []
    for _ in 0..<(try text.count("head", in: 0...30_000_000)) {
      var line = try text.line()
      head.append(line.rest())
    }
    return head.joined(separator: "\n")
  }

  private mutating func readImages() throws(StudioError) {
    let count = try text.count("images", in: 1...10_000_000)
    images.reserveCapacity(count)
    for _ in 0..<count { images.append(try readImage()) }
    let itemCount = try text.count("items", in: 1...10_000_000)
    items.reserveCapacity(itemCount)
    for _ in 0..<itemCount {
      var line = try text.line()
      items.append(ImageID(try line.count("an item's image", in: 0...(images.count - 1))))
    }
  }

  /// Reads one image; its bitmap must fit into a memory with 32-bit addresses.
  private mutating func readImage() throws(StudioError) -> ImageCatalog.Entry {
    var line = try text.line()
    let width = try line.count("a width", in: 1...100_000)
    let height = try line.count("a height", in: 1...100_000)
    let format = try line.choice("a format", ImageFormat.self)
    let content = try line.choice("a content", ContentClass.self)
    let bytes = try line.whole("a file size", in: 1...1_000_000_000)
    let origin = try line.choice("an origin", ImageOrigin.self)
    let longest = ImageCatalog.Entry.longestDecodeTime.nanoseconds
    let decodeTime =
      line.isAtEnd
      ? nil : SimTime(nanoseconds: try line.whole("a decode time", in: 1...longest))
    try line.requireEnd()
    guard Int64(width) * Int64(height) <= 250_000_000 else {
      throw StudioError(
        "line \(line.number) of the studio data: an image of \(width)x\(height) pixels is too large "
          + "for a page; expected at most 250 000 000 pixels")
    }
    return ImageCatalog.Entry(
      width: width, height: height, format: format, content: content,
      encoded: ByteCount(count: bytes), origin: origin, decodeTime: decodeTime)
  }

  private mutating func readEpochs() throws(StudioError) -> [LayoutEpoch] {
    let count = try text.count("epochs", in: 1...10_000)
    var epochs: [LayoutEpoch] = []
    for _ in 0..<count {
      let epoch = try readEpoch(after: epochs.last)
      epochs.append(epoch)
    }
    return epochs
  }

  private mutating func readEpoch(after last: LayoutEpoch?) throws(StudioError) -> LayoutEpoch {
    var line = try text.line("epoch")
    let time = SimTime(
      nanoseconds: try line.whole("the time of a layout", in: 0...StudioDataText.Line.longestTime))
    guard last.map({ $0.time < time }) ?? (time == .zero) else {
      throw StudioError(
        "line \(line.number) of the studio data: the layouts are not in order from 0 on")
    }
    let extent = try line.number("the viewport's length", in: 1...1e6)
    let breadth = try line.number("the viewport's breadth", in: 1...1e6)
    let content = try line.number("the content's length", in: 0...1e12)
    var (starts, ends, breadths) = ([Double](), [Double](), [Double]())
    starts.reserveCapacity(items.count)
    ends.reserveCapacity(items.count)
    breadths.reserveCapacity(items.count)
    for _ in items {
      line = try text.line()
      let least = starts.last ?? LayoutEpoch.absentAbove
      starts.append(try line.number("an item's start", in: least...LayoutEpoch.absentBelow))
      ends.append(
        try line.number("an item's end", in: starts[starts.count - 1]...LayoutEpoch.absentBelow))
      breadths.append(try line.number("an item's breadth", in: 0...1))
    }
    let placement =
      last.map {
        $0.placement.moved(starts: starts, ends: ends, breadths: breadths, extent: content)
      }
      ?? ItemPlacement(
        starts: starts, ends: ends, breadths: breadths, images: items, extent: content,
        imageCount: images.count)
    return LayoutEpoch(
      time: time, placement: placement, viewportExtent: extent, viewportBreadth: breadth)
  }

  private mutating func readMotion() throws(StudioError) -> ScrollMotion {
    let count = try text.count("motion", in: 1...100_000_000)
    var (times, offsets, phases) = ([SimTime](), [Double](), [ScrollPhase]())
    times.reserveCapacity(count)
    offsets.reserveCapacity(count)
    phases.reserveCapacity(count)
    var (time, place) = (Int64(0), Int64(0))
    for sample in 0..<count {
      var line = try text.line()
      time += try line.whole(
        "the time since the sample before",
        in: sample == 0 ? 0...0 : 1...StudioDataText.Line.longestTime
      )
      place += try line.whole("a movement", in: -64_000_000_000_000...64_000_000_000_000)
      guard time <= StudioDataText.Line.longestTime, abs(place) <= 64_000_000_000_000 else {
        throw StudioError("line \(line.number) of the studio data is outside of every trace")
      }
      times.append(SimTime(nanoseconds: time))
      offsets.append(Double(place) / 64)
      phases.append(ScrollPhase(rawValue: UInt8(try line.whole("a phase", in: 0...2))) ?? .idle)
    }
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  private mutating func readProfiles() throws(StudioError) -> ([DeviceProfile], [NetworkProfile]) {
    var (devices, networks) = ([DeviceProfile](), [NetworkProfile]())
    while var line = text.line(ifNamed: "device") {
      devices.append(try text.device(named: line.rest()))
    }
    while var line = text.line(ifNamed: "network") {
      networks.append(try text.network(named: line.rest()))
    }
    guard !devices.isEmpty, !networks.isEmpty else {
      throw StudioError("the studio data has no device or no network")
    }
    return (devices, networks)
  }
}
