import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollStudioEngine
import ScrollTraces
import Testing

struct StudioTests {
  private func setting(_ change: (inout StudioSetting) -> Void = { _ in }) -> StudioSetting {
    var setting = StudioSetting(device: "iphone-5", network: "wifi")
    change(&setting)
    return setting
  }

  @Test func `the engine names its model version and everything built in`() {
    let lines = Set(EngineContents.text.split(separator: "\n"))
    #expect(lines.contains("model \(ModelVersion.current)"))
    for line in ["policy lru", "policy belady", "loader nuke", "prefetcher velocity"] {
      #expect(lines.contains(Substring(line)))
    }
  }

  @Test func `an invalid setting is an error and changes nothing`() throws {
    let studio = try Studio(try StudioData.sample("photo-grid"))
    try studio.run(logs: false)
    let before = try studio.figures()
    let wrong: [(String, (inout StudioSetting) -> Void)] = [
      ("there is no policy 'lro'; did you mean 'lru'?", { $0.policy = "lro" }),
      ("policy 'belady' needs to know", { $0.policy = "belady" }),
      ("there is no device 'x'", { $0.device = "x" }),
      ("has no cache to prefetch into", { ($0.loader, $0.prefetch) = ("tiled", "ring") }),
      ("the cache has no limit, but", { $0.budget = .none }),
      (
        "comes after the end",
        { $0.events = [TimedSystemEvent(time: SimTime(seconds: 1e5), event: .background)] }
      ),
    ]
    for (sentence, change) in wrong {
      let error = #expect(throws: StudioError.self) { try studio.configure(setting(change)) }
      #expect(error.map { $0.description.contains(sentence) } == true, "\(sentence): \(error)")
    }
    #expect(try studio.figures() == before)
  }

  @Test func `a live scroll ends like the same samples run at once`() throws {
    var scene = try StudioData.sample("product-grid")
    scene.events = []
    let studio = try Studio(scene)
    for policy in ["lru", "distance", "nscache-lru"] {
      for loader in ["cached", "multi-level", "resolution-swap", "kingfisher"] {
        let setting = setting {
          $0.policy = policy
          $0.loader = loader
          $0.budget = .size(ByteCount(8 << 20))
        }
        try studio.configure(setting)
        try studio.begin(at: scene.motion.offsets[0])
        for sample in 1..<scene.motion.times.count {
          let time = scene.motion.times[sample].seconds
          if sample == scene.motion.times.count / 2 {
            try studio.addEvent("warning", at: time)
          }
          try studio.addSample(
            time, scene.motion.offsets[sample],
            isTouching: scene.motion.phases[sample] == .tracking)
          if sample % 7 == 0 { try studio.goOn(to: time) }
        }
        try studio.finish()
        let live = try studio.figures()
        let trace = try TraceFile.parse(Array(studio.trace().utf8), file: "live")
        scene.motion = trace.motion
        scene.events = trace.events
        let whole = try Studio(scene)
        try whole.configure(setting)
        try whole.run(logs: false)
        #expect(try whole.figures() == live, "\(policy), \(loader)")
        scene.events = []
      }
    }
  }

  @Test func `a live scroll does not preload, since the end of the session is unknown`()
    throws
  {
    let studio = try Studio(try StudioData.sample("photo-grid"))
    try studio.configure(setting { $0.loader = "cached:preload=100" })
    let error = #expect(throws: StudioError.self) { try studio.begin(at: 0) }
    #expect(
      error.map { $0.description.contains("runs only when the recording ends") } == true, "\(error)"
    )
    try studio.run(logs: false)
    #expect(try studio.figures().prefetch.issued > 0)
  }

  @Test func `a trace saved early has no events after its last sample`() throws {
    let studio = try Studio(try StudioData.sample("photo-grid"))
    try studio.begin(at: 0)
    try studio.addSample(0.5, 40, isTouching: true)
    try studio.addEvent("warning", at: 0.25)
    try studio.addEvent("background", at: 0.75)
    let trace = try TraceFile.parse(Array(studio.trace().utf8), file: "live")
    #expect(trace.events.map(\.time) == [SimTime(seconds: 0.25)])
    try studio.addSample(1, 40, isTouching: false)
    #expect(try TraceFile.parse(Array(studio.trace().utf8), file: "live").events.count == 2)
  }

  @Test func `one log contains all appearances of the run`() throws {
    let studio = try Studio(try StudioData.sample("carousel"))
    try studio.run(logs: true)
    let rows = studio.takeLog()
    #expect(rows.count % 7 == 0 && rows.count > 7_000)
    #expect(studio.takeLog().isEmpty)
    let appeared = stride(from: 0, to: rows.count, by: 7).count { rows[$0 + 1] == 2 }
    #expect(appeared == (try studio.figures()).stalls.appearances)
  }

  @Test func `figure parts have the names of their cases`() {
    #expect(FigureText.absences == AbsenceReason.allCases.map { "\($0)" })
    #expect(FigureText.removals == RemovalReason.allCases.map { "\($0)" })
    #expect(FigureText.waits == WaitTimes.Kind.allCases.map { "\($0)" })
  }
}
