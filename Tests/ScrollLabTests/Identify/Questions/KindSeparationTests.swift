import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

@Suite struct KindSeparationTests {
  private func log(_ name: String, count: Int?) -> CacheLog {
    var header = CacheLogHeader(tellsEvictions: true, limits: CacheLimits(count: count))
    header.cache = name
    return CacheLog(named: name, header)
  }

  @Test func `a separation groups models that one kind of log cannot distinguish`() throws {
    let models = try ["lru", "fifo", "nuke-lru", "random"].map {
      Candidate(try PolicyCatalog.builtIn.choose($0))
    }
    let kinds = LogKind.all(of: [
      log("roomy", count: nil), log("small", count: 3), log("the same", count: 3),
    ])
    try #require(kinds.count == 2)
    let roomy = KindSeparation(models, of: [kinds[0]], seed: 1)
    #expect(roomy.classes == [[0, 1, 2, 3]])
    #expect(roomy.drawing == [])
    let both = KindSeparation(models, of: kinds, seed: 1)
    #expect(both.classes == [[0, 2], [1]])
    #expect(both.drawing == [3])
    #expect(both.best == 1)
    #expect(both.classesOfBest == 2)
  }

  @Test func `an empty separation distinguishes nothing`() {
    let none = KindSeparation([], of: LogKind.all(of: [log("small", count: 3)]), seed: 1)
    #expect(none.classes.isEmpty && none.drawing.isEmpty)
    #expect(none.classesOfBest == 0)
  }
}
