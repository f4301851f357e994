import ScrollCaching
import ScrollCore
import ScrollTraces
import TestSupport
import Testing
import scrollsim_lab

/// No log of a model's own contradicts it.
@Suite struct TrueModelTests {
  static let models = Candidate.all(of: .builtIn, discardable: false)
  /// Random logs for each model.
  static let logs = isNightly ? 1_000 : 12

  @Test(arguments: models.indices)
  func `a log never contradicts the model that wrote it`(index: Int) {
    let model = Self.models[index]
    for seed in 0..<UInt64(Self.logs) {
      let log = RandomLog(seed: seed).answered(by: model, seed: seed)
      let verdict = LogTrial(log).verdict(on: model)
      guard case .survives(let survival) = verdict else {
        Issue.record("\(model.text), seed \(seed): \(verdict)\n\(CacheLogText.text(log))")
        return
      }
      #expect(survival.logLikelihood <= 1e-9, "\(model.text), seed \(seed)")
      if !model.mayDraw {
        #expect(survival == Verdict.Survival(), "\(model.text), seed \(seed)")
      }
    }
  }

  @Test func `the list contains models of every kind once`() {
    let texts = Self.models.map(\.text)
    #expect(Set(texts).count == texts.count)
    #expect(
      Set(["lru", "random", "nscache-corelibs", "nuke-clock", "clock:bits=2", "score"])
        .isSubset(of: texts), "\(texts)")
    #expect(!texts.contains("belady"))
  }
}
