package import ScrollCore
package import ScrollDevice

/// The setting of a studio as lines of text.
package struct SettingText {
  package let text: String

  package init(_ setting: StudioSetting) {
    var lines = ["policy \(setting.policy)"]
    switch setting.budget {
    case .own: lines.append("budget own")
    case .none: lines.append("budget none")
    case .size(let size): lines.append("budget \(size.count)")
    }
    lines.append("on \(setting.device)")
    lines.append("over \(setting.network)")
    lines.append("loader \(setting.loader)")
    if let prefetch = setting.prefetch { lines.append("prefetch \(prefetch)") }
    if let side = setting.renditions.side { lines.append("side \(side)") }
    if let format = setting.renditions.format { lines.append("format \(format.rawValue)") }
    lines.append("seed \(setting.seed)")
    for event in setting.events { lines.append("event \(event.time.nanoseconds) \(event.event)") }
    text = lines.map { "\($0)\n" }.joined()
  }

  /// Reads the lines of a setting, up to the first line of another kind.
  package static func read(
    from text: inout StudioDataText, imageCount: Int
  ) throws(StudioError) -> StudioSetting {
    var setting = StudioSetting(device: "", network: "")
    var line = try text.line("policy")
    setting.policy = line.rest()
    line = try text.line("budget")
    setting.budget = try budget(&line)
    line = try text.line("on")
    setting.device = line.rest()
    line = try text.line("over")
    setting.network = line.rest()
    line = try text.line("loader")
    setting.loader = line.rest()
    if var line = text.line(ifNamed: "prefetch") { setting.prefetch = line.rest() }
    var (side, format) = (Int?.none, ImageFormat?.none)
    if var line = text.line(ifNamed: "side") { side = try line.count("a side", in: 1...100_000) }
    if var line = text.line(ifNamed: "format") {
      format = try line.choice("a format", ImageFormat.self)
    }
    setting.renditions = Renditions(side: side, format: format)
    line = try text.line("seed")
    setting.seed = UInt64(try line.whole("a seed"))
    while var line = text.line(ifNamed: "event") {
      let event = try line.event(imageCount: imageCount)
      guard !event.event.laysOutAnew else {
        throw StudioError("'\(event.event)' changes the layout, which only a trace can do")
      }
      setting.events.append(event)
    }
    // The sort keeps the order of equal elements.
    setting.events.sort { $0.time < $1.time }
    return setting
  }

  private static func budget(
    _ line: inout StudioDataText.Line
  ) throws(StudioError) -> StudioSetting.Budget {
    let text = line.rest()
    if text == "own" { return .own }
    if text == "none" { return .none }
    guard let bytes = Int64(text), bytes > 0 else {
      throw StudioError(
        "the budget is '\(text.prefix(40))'; expected a whole number of bytes above 0, own or none")
    }
    return .size(ByteCount(count: bytes))
  }
}

extension StudioDataText.Line {
  /// Reads a time and an event.
  mutating func event(imageCount: Int) throws(StudioError) -> TimedSystemEvent {
    let time = try whole("the time of an event", in: 0...Self.longestTime)
    let text = rest()
    guard let event = SystemEvent(parsing: text, imageCount: imageCount) else {
      throw StudioError("line \(number): '\(text.prefix(60))' is not an event")
    }
    return TimedSystemEvent(time: SimTime(nanoseconds: time), event: event)
  }

  /// The longest duration of a trace: 30 days in nanoseconds.
  static let longestTime: Int64 = 2_592_000_000_000_000
}

/// The setting of a studio, in the form of the options of `scrollsim run`.
package struct StudioSetting: Sendable, Equatable {
  /// The limit of the cache.
  package enum Budget: Sendable, Equatable {
    /// The loader's default limit.
    case own
    /// No limit.
    case none
    case size(ByteCount)
  }

  /// The policy with its settings, such as `distance:lead=2`; `own` is the loader's default.
  package var policy: String
  package var budget: Budget
  /// The names of a device and a network of the studio data.
  package var device: String, network: String
  package var loader: String
  /// The prefetcher; `nil` for the loader's default.
  package var prefetch: String?
  /// The alternative sizes and formats of the image files.
  package var renditions: Renditions
  package var seed: UInt64
  /// The events in addition to those of the trace, by ascending time.
  package var events: [TimedSystemEvent]

  package init(
    policy: String = "own", budget: Budget = .own, device: String, network: String,
    loader: String = "cached", prefetch: String? = nil, renditions: Renditions = Renditions(),
    seed: UInt64 = 0, events: [TimedSystemEvent] = []
  ) {
    self.policy = policy
    self.budget = budget
    self.device = device
    self.network = network
    self.loader = loader
    self.prefetch = prefetch
    self.renditions = renditions
    self.seed = seed
    self.events = events
  }
}
