import ScrollSimulation
import ScrollSweeps
import Testing

struct MergeConflictTests {
  private let folder: TemporaryFolder
  private let ours: ResultStore
  private let theirs: ResultStore
  private let regret = Samples.regret(2)

  init() throws {
    folder = try TemporaryFolder()
    ours = try ResultStore(path: folder.file("ours"))
    theirs = try ResultStore(path: folder.file("theirs"))
    try ours.write(Samples.batch([1]))
    try ours.write(.init(runs: [Samples.run(2, regret: regret)]))
    try theirs.write(Samples.batch([0, 1, 3]))
  }

  private struct Difference: Equatable {
    let column: String
    let ours: StoredValue
    let theirs: StoredValue

    init(_ column: String, _ ours: StoredValue, _ theirs: StoredValue) {
      self.column = column
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// Returns the conflict of a merge when their store has another run 2.
  private func conflict(with run: RunRecord) throws -> Difference? {
    try theirs.write(.init(runs: [run]))
    let before = try RawStore.dump(ours.path)
    do {
      _ = try ours.merge(theirs.path)
      return nil
    } catch ResultStoreError.conflict(let conflict) {
      #expect(conflict.file == theirs.path)
      #expect(conflict.key == Samples.runKey(2))
      #expect(ResultStoreError.conflict(conflict).status == .badData)
      #expect(try RawStore.dump(ours.path) == before, "a conflict changes nothing")
      return Difference(conflict.column, conflict.ours, conflict.theirs)
    }
  }

  @Test func `equal runs do not conflict`() throws {
    #expect(try conflict(with: Samples.run(2, regret: regret)) == nil)
  }

  @Test func `a different figure is a conflict`() throws {
    var run = Samples.run(2)
    run.figures[1] = .real(0.25)
    #expect(try conflict(with: run) == Difference("soft_s", .real(2.01), .real(0.25)))
  }

  @Test func `a different or missing text is a conflict`() throws {
    var run = Samples.run(2)
    run.label = nil
    #expect(try conflict(with: run) == Difference("label", .text("lru:n=2"), .null))
  }

  @Test func `a different value of a part is a conflict`() throws {
    var run = Samples.run(2)
    run.parts[1].value = 7
    #expect(try conflict(with: run) == Difference("wait 'network'", .real(0.5), .real(7)))
  }

  @Test func `a part that only the other store has is a conflict`() throws {
    var run = Samples.run(2)
    run.parts.append(.init(kind: "lane", name: "1", value: 7))
    #expect(try conflict(with: run) == Difference("lane '1'", .null, .real(7)))
  }

  @Test func `a part that only this store has is a conflict`() throws {
    var run = Samples.run(2)
    run.parts.removeFirst()
    #expect(try conflict(with: run) == Difference("absence 'evicted'", .real(2), .null))
  }

  @Test func `a different regret is a conflict`() throws {
    let run = Samples.run(2, regret: Samples.regret(3))
    #expect(try conflict(with: run) == Difference("regret.least_misses", .integer(2), .integer(3)))
  }

  @Test func `the message names both values`() throws {
    var run = Samples.run(2)
    run.figures[1] = .real(0.25)
    try theirs.write(.init(runs: [run]))
    do {
      _ = try ours.merge(theirs.path)
      Issue.record("expected a conflict")
    } catch {
      #expect(
        error.description
          == "'\(theirs.path)' and this store differ in \(run.key): soft_s is 0.25 there and "
          + "2.01 here; expected equal results for the same run")
    }
  }
}
