import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

#if arch(wasm32)
  import ScrollCaching
  import ScrollCore
  import ScrollDevice
  import ScrollLayout

  // The functions that the module exports to engine.js. A call that can fail returns 0 on success,
  // or 1 with an error message in the answer's text. Answers are valid until the next call.

  /// The state of the engine: the open studio, the input, and the last answer.
  private struct EngineState {
    var studio: Studio?
    var input: [UInt8] = []
    var text: [UInt8] = []
    var numbers: [Double] = []

    func open() throws(StudioError) -> Studio {
      guard let studio else { throw StudioError("no studio data are open") }
      return studio
    }

    var inputText: String { String(decoding: input, as: UTF8.self) }
  }

  nonisolated(unsafe) private var desk = EngineState()

  private func answer(
    _ body: () throws(StudioError) -> Void
  ) -> Int32 {
    do {
      desk.text = []
      desk.numbers = []
      try body()
      return 0
    } catch {
      desk.text = Array(error.description.utf8)
      desk.numbers = []
      return 1
    }
  }

  /// Reserves a number of bytes for input, at most a quarter of a gibibyte.
  /// - Returns: The address to write them to; 0 if the number is not valid.
  @_cdecl("studio_input") func studioInput(_ count: Int32) -> UnsafeMutableRawPointer? {
    guard count >= 0, count <= 1 << 28 else { return nil }
    desk.input = [UInt8](repeating: 0, count: Int(count))
    return desk.input.withUnsafeMutableBytes { $0.baseAddress }
  }

  @_cdecl("studio_text") func studioText() -> UnsafeRawPointer? {
    desk.text.withUnsafeBytes { $0.baseAddress }
  }

  @_cdecl("studio_text_count") func studioTextCount() -> Int32 { Int32(desk.text.count) }

  @_cdecl("studio_numbers") func studioNumbers() -> UnsafeRawPointer? {
    desk.numbers.withUnsafeBytes { $0.baseAddress }
  }

  @_cdecl("studio_number_count") func studioNumberCount() -> Int32 { Int32(desk.numbers.count) }

  @_cdecl("studio_open") func studioOpen() -> Int32 {
    answer { () throws(StudioError) in
      desk.studio = nil
      var reader = StudioDataReader(desk.input)
      desk.input = []
      let studio = try Studio(try reader.scene())
      desk.studio = studio
      desk.text = Array(SettingText(studio.scene.setting).text.utf8)
    }
  }

  @_cdecl("studio_configure") func studioConfigure() -> Int32 {
    answer { () throws(StudioError) in
      let studio = try desk.open()
      var text = StudioDataText(desk.input)
      let setting = try SettingText.read(from: &text, imageCount: studio.scene.images.count)
      guard text.next() == nil else { throw StudioError("there is more than settings") }
      try studio.configure(setting)
    }
  }

  @_cdecl("studio_run") func studioRun(_ logs: Int32) -> Int32 {
    answer { () throws(StudioError) in try desk.open().run(logs: logs != 0) }
  }

  @_cdecl("studio_begin") func studioBegin(_ offset: Double) -> Int32 {
    answer { () throws(StudioError) in try desk.open().begin(at: offset) }
  }

  @_cdecl("studio_sample")
  func studioSample(_ seconds: Double, _ offset: Double, _ isTouching: Int32) -> Int32 {
    answer { () throws(StudioError) in
      try desk.open().addSample(seconds, offset, isTouching: isTouching != 0)
    }
  }

  @_cdecl("studio_event") func studioEvent(_ seconds: Double) -> Int32 {
    answer { () throws(StudioError) in try desk.open().addEvent(desk.inputText, at: seconds) }
  }

  @_cdecl("studio_go_on") func studioGoOn(_ seconds: Double) -> Int32 {
    answer { () throws(StudioError) in try desk.open().goOn(to: seconds) }
  }

  @_cdecl("studio_finish") func studioFinish() -> Int32 {
    answer { () throws(StudioError) in try desk.open().finish() }
  }

  @_cdecl("studio_figures") func studioFigures() -> Int32 {
    answer { () throws(StudioError) in
      let figures = FigureText(try desk.open().figures())
      desk.text = Array(figures.text.utf8)
      desk.numbers = figures.numbers
    }
  }

  /// Answers with the rows of the log.
  ///
  /// The text is the time in seconds at which the log was cut, or empty.
  @_cdecl("studio_log") func studioLog() -> Int32 {
    answer { () throws(StudioError) in
      let studio = try desk.open()
      desk.numbers = studio.takeLog()
      if let end = studio.logEnd { desk.text = Array("\(end.seconds)".utf8) }
    }
  }

  @_cdecl("studio_items") func studioItems(_ seconds: Double) -> Int32 {
    answer { () throws(StudioError) in
      desk.numbers = ItemRows(try desk.open().epoch(at: seconds)).numbers
    }
  }

  /// Answers with the size of the viewport and the content.
  ///
  /// The numbers are: the length of the viewport along the scroll axis, its breadth, the duration
  /// of the trace in seconds, the length of the content, 1 if it scrolls sideways (else 0), the
  /// number of images, and the number of items. The text is the title.
  @_cdecl("studio_viewport") func studioViewport(_ seconds: Double) -> Int32 {
    answer { () throws(StudioError) in
      let scene = try desk.open().scene
      let epoch = try desk.open().epoch(at: seconds)
      desk.numbers = [
        epoch.viewportExtent, epoch.viewportBreadth, scene.motion.duration.seconds,
        epoch.placement.extent, scene.isHorizontal ? 1 : 0, Double(scene.images.count),
        Double(epoch.placement.count),
      ]
      desk.text = Array(scene.title.utf8)
    }
  }

  /// Answers with the samples of the trace.
  ///
  /// Each sample has three numbers: seconds, offset and phase.
  @_cdecl("studio_motion") func studioMotion() -> Int32 {
    answer { () throws(StudioError) in
      let motion = try desk.open().scene.motion
      desk.numbers.reserveCapacity(3 * motion.times.count)
      for sample in motion.times.indices {
        desk.numbers.append(motion.times[sample].seconds)
        desk.numbers.append(motion.offsets[sample])
        desk.numbers.append(Double(motion.phases[sample].rawValue))
      }
    }
  }

  @_cdecl("studio_trace") func studioTrace() -> Int32 {
    answer { () throws(StudioError) in desk.text = Array(try desk.open().trace().utf8) }
  }

  @_cdecl("studio_lists") func studioLists() -> Int32 {
    answer { () throws(StudioError) in
      desk.text = Array(ListText(try desk.open().scene).text.utf8)
    }
  }

  /// Answers with the model version and the names of all built-in entries.
  @_cdecl("studio_contents") func studioContents() -> Int32 {
    answer { desk.text = Array(EngineContents.text.utf8) }
  }

  /// Replays requests.
  ///
  /// The input is a policy, a line break, and the requested images, with four bytes each.
  ///
  /// The answer has the numbers of requests, misses, refusals and removals.
  @_cdecl("studio_replay") func studioReplay(_ capacity: Int32, _ seed: Double) -> Int32 {
    answer { () throws(StudioError) in
      guard let end = desk.input.firstIndex(of: UInt8(ascii: "\n")), seed >= 0, seed < 0x1p53 else {
        throw StudioError("a replay needs a line with a policy, and a seed")
      }
      let policy = String(decoding: desk.input[..<end], as: UTF8.self)
      let bytes = desk.input[(end + 1)...]
      var requests: [Int32] = []
      requests.reserveCapacity(bytes.count / 4)
      var place = bytes.startIndex
      while place + 4 <= bytes.endIndex {
        var word: UInt32 = 0
        for byte in (0..<4).reversed() { word = word << 8 | UInt32(bytes[place + byte]) }
        requests.append(Int32(truncatingIfNeeded: word))
        place += 4
      }
      let tally = try ReplayedStream(
        policy, capacity: Int(capacity), seed: UInt64(seed), requests
      ).tally
      desk.numbers = [
        Double(tally.requests), Double(tally.misses), Double(tally.refusals),
        Double(tally.removals),
      ]
    }
  }
#endif

/// A replay of plain requests for images of size 1.
///
/// It simulates only the policy and the content of the cache.
struct ReplayedStream {
  let tally: Tally

  /// Replays requests.
  /// - Parameters:
  ///   - text: A policy with its settings.
  ///   - capacity: The capacity in images.
  ///   - seed: The seed for randomized policies.
  ///   - requests: The images, numbered in the order of their first requests.
  /// - Throws: `StudioError` for an unknown policy, a capacity below 1, and images that are not
  ///   numbered in this order.
  init(
    _ text: String, capacity: Int, seed: UInt64, _ requests: [Int32]
  ) throws(StudioError) {
    guard capacity > 0 else {
      throw StudioError("a capacity of \(capacity) images; expected one at least")
    }
    let policy: Choice<PolicyDescriptor>
    do { policy = try Catalog<PolicyDescriptor>.builtIn.choose(text) } catch {
      throw StudioError("\(error)")
    }
    var count: Int32 = 0
    for request in requests {
      guard request >= 0, request <= count else {
        throw StudioError("request \(request) comes before \(count) was requested")
      }
      if request == count { count += 1 }
    }
    let stream = RequestStream(images: requests.map { ImageID(Int($0)) }, imageCount: Int(count))
    let setup = PolicySetup(
      imageCount: Int(count), limits: CacheLimits(count: capacity), settings: policy.settings,
      seed: seed, nextUses: policy.entry.facts.needsFuture ? stream.nextUses() : [])
    tally = policy.entry.replay(stream, setup)
  }
}

/// The rectangles of the items in points, five numbers to a row.
///
/// The numbers are the position along the scroll axis, the position across it, the length, the
/// breadth, and the image. A placement has the breadth of an item, but not its position across the
/// axis. So the item is put into the first free one of the columns that fit.
struct ItemRows {
  private(set) var numbers: [Double] = []

  init(_ epoch: LayoutEpoch) {
    let placement = epoch.placement
    numbers.reserveCapacity(5 * placement.count)
    // The items that may still be beside the next one.
    var beside: [(end: Double, from: Double, to: Double)] = []
    for item in 0..<placement.count {
      let (start, end) = (placement.starts[item], placement.ends[item])
      let breadth = placement.breadths[item]
      beside.removeAll { $0.end <= start }
      let columns = breadth > 0.001 ? max(1, Int(1 / breadth + 1e-6)) : 1
      let step = columns > 1 ? (1 - breadth) / Double(columns - 1) : 0
      var across = 0.0
      for column in 0..<columns {
        let place = Double(column) * step
        let isTaken = beside.contains {
          $0.from < place + breadth - 1e-9 && place < $0.to - 1e-9
        }
        guard isTaken else {
          across = place
          break
        }
      }
      beside.append((end, across, across + breadth))
      numbers.append(start)
      numbers.append(across * epoch.viewportBreadth)
      numbers.append(end - start)
      numbers.append(breadth * epoch.viewportBreadth)
      numbers.append(Double(placement.images[item].index))
    }
  }
}

/// The figures of a run as in `scrollsim run --format json`.
///
/// Each figure is a line of text and a number.
///
/// A line begins with the kind, followed by the name. The kinds are `number`; `null`; `word`, where
/// the word follows the name; `part`, where the kind of the part comes before the name; and
/// `killed`, where the name is the reason and the number is the time.
package struct FigureText {
  private(set) var text = ""
  private(set) var numbers: [Double] = []

  init(_ report: RunReport) {
    for figure in FigureCatalog.ofReports {
      switch figure.value(of: report) {
      case .null: append("null \(figure.name)", 0)
      case .integer(let value): append("number \(figure.name)", Double(value))
      case .real(let value): append("number \(figure.name)", value)
      case .text(let word): append("word \(figure.name) \(word)", 0)
      }
    }
    appendParts(of: report)
    if let death = report.death { append("killed \(death.reason)", death.time.milliseconds) }
  }

  private mutating func append(_ line: String, _ number: Double) {
    text += line + "\n"
    numbers.append(number)
  }

  /// Appends the parts that are not zero.
  private mutating func appendParts(of report: RunReport) {
    for reason in AbsenceReason.allCases {
      part("absence", Self.absences[Int(reason.rawValue)], report.stalls.absences(because: reason))
    }
    for part in report.hitches.causes.parts {
      self.part("cause", part.name, Double(part.nanoseconds) / 1e6)
    }
    for (lane, time) in report.work.laneBusy.enumerated() {
      part("lane", "\(lane)", time.milliseconds)
    }
    for reason in RemovalReason.allCases {
      part("removal", Self.removals[Int(reason.rawValue)], report.cache.removals(because: reason))
    }
    for kind in WaitTimes.Kind.allCases {
      part("wait", Self.waits[Int(kind.rawValue)], Double(report.stalls.waits[kind]) / 1e6)
    }
  }

  private mutating func part(_ kind: String, _ name: String, _ count: Int) {
    part(kind, name, Double(count))
  }

  private mutating func part(_ kind: String, _ name: String, _ value: Double) {
    if value != 0 { append("part \(kind) \(name)", value) }
  }

  // The names of cases by raw value, which Embedded Swift does not have.
  package static let absences = [
    "neverAsked", "askedLate", "cancelled", "refused", "evictedUnused", "evicted", "purged",
    "expired", "failed", "killed",
  ]
  package static let removals = [
    "cost", "count", "pressure", "background", "expired", "replaced", "removed", "discarded",
    "leftRange",
  ]
  package static let waits = [
    "queue", "flash", "network", "backOff", "decode", "nextFrame", "mainThread",
  ]
}
