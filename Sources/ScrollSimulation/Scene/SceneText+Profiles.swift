import ScrollCore
import ScrollDevice

extension SceneText {

  /// The lines of a device.
  mutating func device(named name: String) throws(StudioError) -> DeviceProfile {
    var line = try line("summary")
    let summary = line.rest()
    line = try self.line("screen")
    let width = try line.number("a width", in: 1...1e5)
    let height = try line.number("a height", in: 1...1e5)
    let scale = try line.number("a scale", in: 0.1...10)
    let hertz = try line.whole("a refresh rate", in: 1...1000)
    line = try self.line("cores")
    let performance = try line.count("performance cores", in: 1...64)
    let efficiency = try line.count("efficiency cores", in: 0...64)
    let sideBySide = try line.number("a slowdown", in: 0...100)
    let drift = try line.number("a drift", in: 0...100)
    line = try self.line("flash")
    let flash = FlashStorage(
      latency: try line.time(), bandwidth: try line.rate(), writeBandwidth: try line.rate())
    let memory = try memory()
    line = try self.line("main")
    let main = MainThreadFigures(
      cellWork: try line.time(), uploadBandwidth: try line.rate(),
      redrawBandwidth: try line.rate(), lazyUploadBandwidth: try line.rate(),
      pngEncodePerMegapixel: try line.time())
    var device = DeviceProfile(
      name: name, summary: summary, screenWidth: width, screenHeight: height, scale: scale,
      refreshRate: hertz, performanceCores: performance, efficiencyCores: efficiency, flash: flash,
      memory: memory, mainThread: main, decode: [:], sideBySide: sideBySide, drift: drift,
      figures: [])
    while try readDecoding(into: &device) {}
    return device
  }

  private mutating func memory() throws(StudioError) -> MemoryFigures {
    var line = try line("memory")
    let total = try line.size()
    let (limit, others, base) = (try line.size(), try line.size(), try line.size())
    let page = ByteCount(count: try line.whole("a page size", in: 1...1_000_000_000))
    var apps: [ByteCount] = []
    while !line.isAtEnd { apps.append(try line.size()) }
    var figures = MemoryFigures(
      total: total, appLimit: limit, otherProcesses: others, baseFootprint: base,
      backgroundApps: apps, pageSize: page)
    if var line = self.line(ifNamed: "swap") {
      figures.swap = SwapFigures(bandwidth: try line.rate(), latency: try line.time())
    }
    if var line = self.line(ifNamed: "fresh") {
      figures.fresh = FreshMemory(bandwidth: try line.rate(), kept: try line.size())
    }
    return figures
  }

  /// One line about a codec; false if the next line is about something else.
  private mutating func readDecoding(into device: inout DeviceProfile) throws(StudioError) -> Bool {
    if var line = line(ifNamed: "decode") {
      let codec = try line.codec()
      device.decode[codec] = try line.latency()
      return true
    }
    guard var line = line(ifNamed: "spread") else { return false }
    let codec = try line.codec()
    device.spread[codec] = DecodeSpread(
      files: try line.number("a spread", in: 0...10), jobs: try line.number("a spread", in: 0...10))
    return true
  }

  /// The lines of a network.
  mutating func network(named name: String) throws(StudioError) -> NetworkProfile {
    var line = try line("summary")
    let summary = line.rest()
    line = try self.line("link")
    return NetworkProfile(
      name: name, summary: summary, latency: try line.time(), roundTrip: try line.time(),
      bandwidth: try line.whole("a bandwidth", in: 1...1_000_000_000_000_000),
      loss: try line.number("a share that is lost", in: 0...1),
      connections: try line.count("connections", in: 1...1000), timeOut: try line.time(),
      failures: try line.number("a share that fails", in: 0...1))
  }
}

extension SceneText.Line {
  fileprivate mutating func time() throws(StudioError) -> SimTime {
    SimTime(nanoseconds: try whole("a time", in: 0...1_000_000_000_000_000))
  }

  fileprivate mutating func rate() throws(StudioError) -> Double {
    try number("bytes a second", in: 1e-3...1e15)
  }

  fileprivate mutating func size() throws(StudioError) -> ByteCount {
    ByteCount(count: try whole("bytes", in: 0...1_000_000_000_000_000))
  }

  fileprivate mutating func codec() throws(StudioError) -> DeviceProfile.Codec {
    let format = try choice("a format", ImageFormat.self)
    return DeviceProfile.Codec(format, try choice("a content", ContentClass.self))
  }

  fileprivate mutating func latency() throws(StudioError) -> DecodeLatency {
    if word() == "linear" {
      return .linear(
        fixed: try number("milliseconds", in: -1e9...1e9),
        perMegapixel: try number("milliseconds", in: -1e9...1e9),
        perMegabyte: try number("milliseconds", in: -1e9...1e9))
    }
    var points: [DecodeLatency.Point] = []
    while !isAtEnd {
      let pixels = try count("pixels", in: 1...2_000_000_000)
      let time = try number("milliseconds", in: 1e-9...1e9)
      guard points.last.map({ $0.pixels < pixels }) ?? true else {
        throw StudioError("line \(number) of the scene: the pixels do not rise")
      }
      points.append(DecodeLatency.Point(pixels: pixels, milliseconds: time))
    }
    guard points.count > 1 else {
      throw StudioError("line \(number) of the scene: a table of decode times has no two points")
    }
    return .table(points)
  }
}
