import Foundation
import ScrollSweeps
import ScrollTraces
import Testing

@Suite struct SessionPlanTests {
  private static let recorded = "Traces/recorded/photo-grid-session.scroll"

  private static func plan(_ traces: String, _ lines: String...) throws -> SweepPlan {
    let text = (["axes:", "  trace: \(traces)"] + lines).joined(separator: "\n")
    return try SweepPlan(SweepSpec.parse(text, file: "\(Specs.root)/spec.yml"))
  }

  private static func traces(_ plan: SweepPlan) -> [TraceRecord] {
    plan.scenarios.map(\.record.trace)
  }

  @Test func `drawn sessions become traces of one source`() throws {
    let traces = Self.traces(try Self.plan("'sessions:count=5:seed=3'"))
    #expect(traces.map(\.path) == (1...5).map { "sessions:seed=3#\($0)" })
    #expect(Set(traces.map(\.digest)).count == 5)
    #expect(traces.allSatisfy { $0.source == "sessions:seed=3" })
  }

  @Test func `the first of many sessions equal those of few`() throws {
    let few = Self.traces(try Self.plan("'sessions:count=2'"))
    let many = Self.traces(try Self.plan("'sessions:count=4'"))
    #expect(few == Array(many.prefix(2)))
    #expect(try Self.plan("['sessions:count=2', 'sessions:count=4']").scenarios.count == 4)
  }

  @Test func `the source of drawn sessions contains their settings`() throws {
    let plan = try Self.plan("'sessions:origin=network:style=reading:duration=20:seed=1:count=1'")
    let trace = Self.traces(plan)[0]
    #expect(trace.source == "sessions:seed=1:style=reading:duration=20:origin=network")
    #expect(trace.durationSeconds == 20)
    #expect(try TraceName.load(trace.path).digest == trace.digest)
  }

  @Test func `a single named session has the same run as in the sweep`() throws {
    let plan = try Self.plan("'sessions:count=3:seed=3'")
    let one = try Self.plan("'sessions:count=3:seed=3#2'")
    #expect(one.runs.map(\.key) == [plan.runs[1].key])
    #expect(Self.traces(one)[0].path == "sessions:seed=3#2")
  }

  @Test func `the files of a folder are sessions, and single files are not`() throws {
    let one = Self.traces(try Self.plan(Self.recorded))
    #expect(one.map(\.session) == [nil])
    let folder = Self.traces(try Self.plan("Traces/recorded/"))
    let files = try FileManager.default.contentsOfDirectory(atPath: "Traces/recorded")
    #expect(folder.count == files.count { $0.hasSuffix(".scroll") } && folder.count > 1)
    #expect(folder.allSatisfy { $0.source.hasSuffix("Traces/recorded/") })
    let sessions = folder.compactMap(\.session)
    #expect(sessions.count == folder.count && sessions == sessions.sorted())
    #expect(Set(folder.map(\.digest)).isSuperset(of: one.map(\.digest)))
    #expect(try TraceName.load(folder[1].path).digest == folder[1].digest)
  }

  @Test func `a cut recording becomes sessions of one source`() throws {
    let traces = Self.traces(try Self.plan("'cut:\(Self.recorded):pause=5s'"))
    try #require(traces.count > 1)
    #expect(traces.map(\.session) == (1...traces.count).map { "\($0)" })
    #expect(Set(traces.map(\.source)).count == 1)
    #expect(traces[0].source.hasSuffix("photo-grid-session.scroll:pause=5"))
    #expect(try TraceName.load(traces[1].path).digest == traces[1].digest)
  }

  @Test func `a rule may match one or all sessions of a source`() throws {
    let sessions = "['sessions:count=3:seed=3', \(Specs.trace)]"
    let none = try Self.plan(sessions, "exclude:", "  - {trace: 'sessions:count=3:seed=3'}")
    #expect(none.scenarios.count == 1)
    let two = try Self.plan(sessions, "exclude:", "  - {trace: 'sessions:seed=3#2'}")
    #expect(two.scenarios.count == 3)
  }

  @Test(arguments: [
    ("sessions:count=0", "setting 'count' of 'sessions' is '0'; expected a whole number from 1"),
    ("sessions:coun=5", "'sessions' has no setting 'coun'; did you mean 'count'?"),
    ("sessions:style=fast", "expected one of any, browsing, reading"),
    (
      "sessions:count=3#4",
      "session 4 of 'sessions:count=3' does not exist; expected a number from 1"
    ),
    ("cut:a.scroll:pause=1", "is '1'; expected seconds from 2 to 86400"),
    ("sessions:count=10000:duration=86400", "last 864000000 s in total"),
    ("sessions:count=10000", "expected at most 360000 s. Draw fewer or shorter sessions"),
    ("cut:nowhere.scroll", "the file does not exist"),
    ("nowhere/", "nowhere/' is not a readable folder"),
  ])
  func `an invalid session is an error with its place`(text: String, says: String) throws {
    let error = #expect(throws: SweepError.self) { try Self.plan("'\(text)'") }
    let sentence = "\(try #require(error))"
    #expect(sentence.contains("spec.yml:2: axes.trace"), "\(sentence)")
    #expect(sentence.contains(says), "\(sentence)")
  }
}
