import ScrollCore
import ScrollDevice

/// The lines of studio data, read one after the other.
package struct StudioDataText {
  /// The words of one line, read one after the other from its beginning.
  package struct Line {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int
    /// The number of the line, counted from 1.
    let number: Int

    fileprivate init(_ bytes: [UInt8], _ range: Range<Int>, number: Int) {
      self.bytes = bytes
      place = range.lowerBound
      end = range.upperBound
      self.number = number
    }

    var isAtEnd: Bool { place >= end }

    /// Returns the rest of the line.
    mutating func rest() -> String {
      defer { place = end }
      return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    /// Returns the next word; empty at the end of the line.
    mutating func word() -> String {
      let range = wordRange()
      return String(decoding: bytes[range], as: UTF8.self)
    }

    /// Reads a whole number.
    mutating func whole(
      _ name: StaticString, in allowed: ClosedRange<Int64> = 0...(.max)
    ) throws(StudioError) -> Int64 {
      let range = wordRange()
      guard let number = Self.whole(bytes[range]), allowed.contains(number) else {
        throw error(
          name, range,
          "a whole number from \(allowed.lowerBound) to \(allowed.upperBound)")
      }
      return number
    }

    /// Reads a whole number that fits into an `Int` on every platform that reads the studio data.
    mutating func count(
      _ name: StaticString, in allowed: ClosedRange<Int>
    ) throws(StudioError) -> Int {
      Int(try whole(name, in: Int64(allowed.lowerBound)...Int64(allowed.upperBound)))
    }

    mutating func number(
      _ name: StaticString, in allowed: ClosedRange<Double>
    ) throws(StudioError) -> Double {
      let range = wordRange()
      let text = bytes[range]
      guard text.allSatisfy({ Self.decimals.contains($0) }),
        let number = Double(String(decoding: text, as: UTF8.self)), allowed.contains(number)
      else {
        throw error(name, range, "a number from \(allowed.lowerBound) to \(allowed.upperBound)")
      }
      return number
    }

    /// Reads one of the values of a type by its word.
    mutating func choice<Value: RawRepresentable & CaseIterable>(
      _ name: StaticString, _ type: Value.Type
    ) throws(StudioError) -> Value where Value.RawValue == String {
      let range = wordRange()
      guard let value = Value(rawValue: String(decoding: bytes[range], as: UTF8.self)) else {
        throw error(
          name, range, "one of \(Value.allCases.map { $0.rawValue }.joined(separator: ", "))")
      }
      return value
    }

    func requireEnd() throws(StudioError) {
      guard isAtEnd else {
        throw StudioError("line \(number) of the studio data has text after its last value")
      }
    }

    private func error(
      _ name: StaticString, _ range: Range<Int>, _ expected: String
    ) -> StudioError {
      let found = String(decoding: bytes[range].prefix(40), as: UTF8.self)
      return StudioError(
        "line \(number) of the studio data: \(name) is '\(found)'; expected \(expected)")
    }

    private mutating func wordRange() -> Range<Int> {
      while place < end, bytes[place] == UInt8(ascii: " ") { place += 1 }
      let start = place
      while place < end, bytes[place] != UInt8(ascii: " ") { place += 1 }
      let range = start..<place
      while place < end, bytes[place] == UInt8(ascii: " ") { place += 1 }
      return range
    }

    private static let decimals = Array("0123456789.+-e".utf8)

    private static func whole(_ text: ArraySlice<UInt8>) -> Int64? {
      var (number, isNegative) = (Int64(0), false)
      var digits = text
      if digits.first == UInt8(ascii: "-") {
        isNegative = true
        digits.removeFirst()
      }
      guard !digits.isEmpty, digits.count <= 18 else { return nil }
      for byte in digits {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        number = number * 10 + Int64(byte - UInt8(ascii: "0"))
      }
      return isNegative ? -number : number
    }
  }

  private let bytes: [UInt8]
  private var place = 0
  private var number = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes that are not yet read; at least as many as lines that are not yet read.
  var left: Int { bytes.count - place }

  /// Returns the next line; `nil` after the last.
  package mutating func next() -> Line? {
    guard place < bytes.count else { return nil }
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    defer { place = end + 1 }
    number += 1
    return Line(bytes, place..<end, number: number)
  }

  /// Returns the next line, or throws an error after the last.
  mutating func line() throws(StudioError) -> Line {
    guard let line = next() else {
      throw StudioError("the studio data ends after line \(number), in the middle")
    }
    return line
  }

  /// Returns the rest of the next line if the line begins with a name; otherwise returns `nil` and
  /// leaves the line unread.
  mutating func line(ifNamed name: StaticString) -> Line? {
    let (place, number) = (self.place, self.number)
    if var line = next(), line.word() == "\(name)" { return line }
    (self.place, self.number) = (place, number)
    return nil
  }

  /// Returns the rest of the next line after its name; throws an error if the line does not begin
  /// with this name.
  mutating func line(_ name: StaticString) throws(StudioError) -> Line {
    guard let line = line(ifNamed: name) else {
      throw StudioError("line \(number + 1) of the studio data does not begin with '\(name)'")
    }
    return line
  }

  /// Reads a line with a name and the number of lines that follow.
  mutating func count(_ name: StaticString, in allowed: ClosedRange<Int>) throws(StudioError) -> Int
  {
    var line = try line(name)
    let count = try line.count("the number of lines", in: allowed)
    try line.requireEnd()
    // Every line takes a byte for its end, so nothing is allocated for missing lines.
    guard count <= left else {
      throw StudioError(
        "line \(number) of the studio data states \(count) lines, but there are fewer")
    }
    return count
  }
}

extension StudioDataText {

  /// Reads the lines of a device.
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

  /// Reads one line about a codec; returns `false` if the next line is about something else.
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

  /// Reads the lines of a network.
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

extension StudioDataText.Line {
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
        throw StudioError("line \(number) of the studio data: the pixels do not rise")
      }
      points.append(DecodeLatency.Point(pixels: pixels, milliseconds: time))
    }
    guard points.count > 1 else {
      throw StudioError(
        "line \(number) of the studio data: a table of decode times has no two points")
    }
    return .table(points)
  }
}

/// An error in a studio, as a sentence.
package struct StudioError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
