import ScrollLayout

/// A trace event that says something about scrolling.
struct TraceEvent {
  /// Milliseconds.
  private(set) var time = 0.0
  private(set) var process = ""
  /// Pixels of the screen; nil where it is about a touch.
  private(set) var offset: Double?
  /// Whether a finger touches from now on; nil where it says nothing about that.
  private(set) var isTouch: Bool?
  private(set) var place: RecordingPlace
  /// Whether it has what every trace event has.
  private(set) var isTraceEvent = false

  private static let result = Array("InputHandlerProxy::HandleGestureScrollUpdate_Result".utf8)
  private static let latency = Array("EventLatency".utf8)

  /// Reads an event.
  /// - Returns: nil for anything that is no object.
  /// - Throws: `TraceError` for no JSON, and for a time that is none in an event that counts.
  init?(
    _ reader: inout JSONReader, axis: Layout.Axis, named name: @autoclosure () -> String
  ) throws(TraceError) {
    place = RecordingPlace(byte: reader.place)
    guard reader.next == UInt8(ascii: "{") else {
      try reader.skip()
      return nil
    }
    var kind: ArraySlice<UInt8> = [], phase: ArraySlice<UInt8> = []
    var time: ArraySlice<UInt8>?, process: ArraySlice<UInt8>?
    // Keys are in any order: what the arguments mean is known at the end.
    var arguments: JSONReader?
    try reader.readObject("a trace event") { (name, reader) throws(TraceError) in
      switch name {
      case "name": kind = try reader.value() ?? []
      case "ph": phase = try reader.value() ?? []
      case "ts": time = try reader.value()
      case "pid": process = try reader.value()
      case "args" where reader.next == UInt8(ascii: "{"):
        arguments = reader
        try reader.skip()
      default: try reader.skip()
      }
    }
    isTraceEvent = !phase.isEmpty && !kind.isEmpty
    guard let arguments, !phase.elementsEqual("e".utf8), !phase.elementsEqual("E".utf8) else {
      return
    }
    if kind.elementsEqual(Self.result) {
      offset = try Self.offset(arguments, axis)
    } else if kind.elementsEqual(Self.latency) {
      isTouch = try Self.touch(arguments)
    }
    guard offset != nil || isTouch != nil else { return }
    place.name = name()
    let source = RecordingSource(bytes: reader.bytes, file: reader.file)
    let expected = "a time in microseconds"
    self.time = try source.number(time, "ts", at: place, expected: expected) / 1000
    guard abs(self.time) < 9e12 else {
      throw source.error(
        place, field: "ts", .text(ClippedText(bytes: time ?? [])), expected: expected)
    }
    self.process = process?.text ?? ""
  }

  private static func offset(
    _ arguments: JSONReader, _ axis: Layout.Axis
  ) throws(TraceError) -> Double? {
    let wanted = axis == .vertical ? "visual_offset_y" : "visual_offset_x"
    var offset: Double?
    try read("scroll_deltas", of: arguments) { (name, reader) throws(TraceError) in
      guard name == wanted else { return try reader.skip() }
      offset = try reader.number()
    }
    return offset.flatMap { abs($0) <= Double(TraceLimits.points) ? $0 : nil }
  }

  private static func touch(_ arguments: JSONReader) throws(TraceError) -> Bool? {
    var type: ArraySlice<UInt8>?
    try read("event_latency", of: arguments) { (name, reader) throws(TraceError) in
      guard name == "event_type" else { return try reader.skip() }
      type = try reader.value()
    }
    guard let type else { return nil }
    if type.elementsEqual("TOUCH_PRESSED".utf8) { return true }
    // Steps of a fling (INERTIAL_...) come for some milliseconds after the finger that catches it.
    return type.elementsEqual("TOUCH_RELEASED".utf8) ? false : nil
  }

  /// Reads the fields of an object in the arguments.
  private static func read(
    _ wanted: String, of arguments: JSONReader,
    _ body: (String, inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    var arguments = arguments
    try arguments.readObject("args") { (name, reader) throws(TraceError) in
      guard name == wanted, reader.next == UInt8(ascii: "{") else { return try reader.skip() }
      try reader.readObject(wanted, body)
    }
  }
}
