import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// The one order of runs: each rule decides where all rules before it are equal.
@Suite struct RankingTests {
  private static let even = RunScore(
    killedShare: 0, overBudgetShare: 0, stallSeconds: 2, hitchRatio: 3, hitRate: 0.5)

  private static func score(_ change: (inout RunScore) -> Void) -> RunScore {
    var score = even
    change(&score)
    return score
  }

  /// A score and one that is worse by a rule, but better by every rule after it.
  static let pairs: [(rule: String, better: RunScore, worse: RunScore)] = [
    (
      "complete before incomplete", score { $0.killedShare = 1 },
      score { $0.isComplete = false }
    ),
    (
      "killed less often", score { $0.overBudgetShare = 0.5 },
      score { $0.killedShare = 0.25 }
    ),
    (
      "of killed ones the one that lived longer",
      score {
        $0.killedShare = 1
        $0.livedSeconds = 20
        $0.stallSeconds = 20
      },
      score {
        $0.killedShare = 1
        $0.livedSeconds = 0.5
        $0.stallSeconds = 0
      }
    ),
    (
      "within its budget", score { $0.stallSeconds = 9 },
      score { $0.overBudgetShare = 0.11 }
    ),
    ("least stall", score { $0.hitchRatio = 9 }, score { $0.stallSeconds = 2.001 }),
    ("least hitch time", score { $0.hitRate = 0.1 }, score { $0.hitchRatio = 3.001 }),
    ("highest hit rate", even, score { $0.hitRate = 0.499 }),
  ]

  @Test(arguments: pairs.indices)
  func `each rule precedes the rules after it`(index: Int) {
    let (rule, better, worse) = Self.pairs[index]
    #expect(better.isBetter(than: worse), "\(rule)")
    #expect(!worse.isBetter(than: better), "\(rule)")
  }

  @Test func `a run keeps its budget if it exceeds it for at most a tenth of the time`() {
    #expect(Self.score { $0.overBudgetShare = 0.1 }.keepsBudget)
    #expect(!Self.score { $0.overBudgetShare = 0.1000001 }.keepsBudget)
    let (often, seldom) = (Self.score { $0.overBudgetShare = 0.1 }, Self.even)
    #expect(!often.isBetter(than: seldom) && !seldom.isBetter(than: often))
  }

  @Test func `equal runs keep their original order`() {
    let runs = [("b", 2.0), ("a", 2.0), ("d", 1.0), ("c", 2.0)]
    let ranked = Ranking.bestFirst(runs) { run in Self.score { $0.stallSeconds = run.1 } }
    #expect(ranked.map { $0.0 } == ["d", "b", "a", "c"])
  }

  @Test func `equal means are ordered by name`() {
    let means = [("b", 2.0), ("a", 2.0), ("d", 1.0), ("c", 2.0)]
    let ranked = Ranking.bestFirst(
      means, score: { mean in Self.score { $0.stallSeconds = mean.1 } }, name: { $0.0 })
    #expect(ranked.map { $0.0 } == ["d", "a", "b", "c"])
  }

  @Test func `the length of runs affects only killed runs`() {
    let (longer, even) = (Self.score { $0.livedSeconds = 9 }, Self.even)
    #expect(!longer.isBetter(than: even) && !even.isBetter(than: longer))
  }

  @Test
  func `a run is clearly better if it stalls visibly less or survives`() {
    func isClear(_ one: RunScore, _ other: RunScore) -> Bool {
      one.isClearlyBetter(than: other, .standard, frames: 0.1)
    }
    let (ten, less, more) = (
      Self.score { $0.stallSeconds = 10 }, Self.score { $0.stallSeconds = 9.91 },
      Self.score { $0.stallSeconds = 10.2 }
    )
    #expect(less.isBetter(than: ten) && !isClear(less, ten))
    #expect(isClear(ten, more) && !isClear(more, ten) && !isClear(ten, ten))
    let dead = Self.score {
      $0.stallSeconds = 10
      $0.killedShare = 1
    }
    #expect(isClear(ten, dead) && !isClear(dead, more))
  }

  @Test func `sums that differ in their last bits are equal stalls`() {
    let sum = Self.score { $0.stallSeconds = 0.1 + 0.2 }
    let other = Self.score { $0.stallSeconds = 0.3 }
    #expect(0.1 + 0.2 != 0.3)
    #expect(!sum.isBetter(than: other) && !other.isBetter(than: sum))
  }

  @Test func `a mean weighs every score once and is complete if all are`() {
    let mean = RunScore(
      meanOf: [
        Self.score { $0.killedShare = 1 },
        Self.score {
          $0.stallSeconds = 4
          $0.overBudgetShare = 0.5
          $0.isComplete = false
        },
      ])
    #expect(mean.killedShare == 0.5)
    #expect(mean.stallSeconds == 3)
    #expect(mean.overBudgetShare == 0.25)
    #expect(!mean.isComplete)
  }

  @Test func `the score of a run equals the figures of its report`() {
    var report = RunReport()
    report.duration = .init(seconds: 20)
    report.cache.secondsOverLimit = 5
    report.stalls.blankAreaSeconds = 1
    report.stalls.seconds = 1.5
    report.stalls.softAreaSeconds = 7
    let score = RunScore(report)
    #expect(score.overBudgetShare == 0.25 && score.livedSeconds == 20)
    #expect(score.stallSeconds == 1.5)
    #expect(score.killedShare == 0)
  }
}
