#if arch(wasm32)
  import ScrollCaching
  import ScrollCore
  import ScrollDevice
  import ScrollLayout

  // What the module gives to engine.js. Calls that can fail return 0, or 1 with a sentence in the
  // answer's text. Answers are valid until the next call.

  /// The studio that is open, what is handed in, and the answer.
  private struct Desk {
    var studio: Studio?
    var input: [UInt8] = []
    var text: [UInt8] = []
    var numbers: [Double] = []

    func open() throws(StudioError) -> Studio {
      guard let studio else { throw StudioError("no scene is open") }
      return studio
    }

    var inputText: String { String(decoding: input, as: UTF8.self) }
  }

  nonisolated(unsafe) private var desk = Desk()

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

  /// Makes room for so many bytes of input, at most a quarter of a gibibyte.
  /// - Returns: where they are to be written; 0 if there is no room.
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
      var reader = SceneReader(desk.input)
      desk.input = []
      let studio = try Studio(try reader.scene())
      desk.studio = studio
      desk.text = Array(SettingText(studio.scene.setting).text.utf8)
    }
  }

  @_cdecl("studio_configure") func studioConfigure() -> Int32 {
    answer { () throws(StudioError) in
      let studio = try desk.open()
      var text = SceneText(desk.input)
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

  /// The text is when the log was cut, in seconds; empty if it is whole.
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

  /// Extent, breadth, duration of the trace, length of the content, whether it scrolls sideways, and
  /// the numbers of images and items.
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

  /// The samples of the trace: seconds, offset and phase.
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

  /// Replays requests: the input is a policy, a line break, and images of four bytes each.
  ///
  /// The numbers are requests, misses, refusals and removals.
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
