import ArgumentParser
import ScrollCore
import ScrollPages
import ScrollSimCommands

/// A command that measures the shares of false reports and of reports that find a true gain.
struct LevelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "levels",
    abstract: "Measures how often a report is wrong, and how often it finds a gain.",
    discussion: #"""
      Each experiment draws the stalls of sessions from distributions with known means, and \#
      makes the report of a sweep from them. Then it checks the conclusions: the advice, its \#
      confidence interval, and each verdict and interval of the table of differences. A report \#
      with one false conclusion counts as false. At most 5 % may be false.

      In the experiments of the second table, one setting truly saves 10 %. The saving \#
      varies between sessions, like that of a larger cache. The table shows how often the \#
      report recommends it.

      Example:
        scrollsim-lab levels --experiments 1
      """#)

  @Option(help: ArgumentHelp("The number of experiments for each row.", valueName: "n"))
  var experiments = 2000
  @Option(
    help: ArgumentHelp("The seed of all draws.", valueName: "n")) var seed: UInt64 = 1

  func validate() throws {
    guard (1...100_000).contains(experiments) else {
      throw ValidationError("--experiments \(experiments) is out of range; expected 1 to 100000")
    }
  }

  func run() throws {
    var line = ProgressLine()
    let count = LevelExperiment.nulls.count + LevelExperiment.gains.count
    var done = 0
    func outcomes(_ experiments: [LevelExperiment]) -> [LevelOutcome] {
      experiments.map { experiment in
        line.update("\(done) of \(count) rows")
        done += 1
        return experiment.outcome(of: self.experiments, seed: seed)
      }
    }
    let levels = outcomes(LevelExperiment.nulls), power = outcomes(LevelExperiment.gains)
    line.finish()
    print(
      """
      False reports of \(Phrase.digits(experiments)) experiments each, 25 clusters of sessions, \
      seed \(seed):

      \(Self.levels(levels).text())
      Reports that recommend the setting that truly saves 10 %, with 50 sessions each:

      \(Self.power(power).text())
      """)
  }

  private static func levels(_ outcomes: [LevelOutcome]) -> Table {
    Table(
      [
        Column(.left("differences")) { $0.experiment.kind.summary },
        Column(.right("candidates")) { "\($0.experiment.candidates)" },
        Column(.left("baseline")) { $0.experiment.hasBaseline ? "yes" : "no" },
        Column(.right("false %")) { NumberText.fixed($0.falseShare * 100, decimals: 1) },
        Column(.right("of advice %")) { NumberText.fixed($0.falseAdviceShare * 100, decimals: 1) },
      ], of: outcomes)
  }

  private static func power(_ outcomes: [LevelOutcome]) -> Table {
    Table(
      [
        Column(.left("gain")) { $0.experiment.kind.summary },
        Column(.right("candidates")) { "\($0.experiment.candidates)" },
        Column(.right("advised %")) { NumberText.fixed($0.foundShare * 100, decimals: 1) },
        Column(.right("false %")) { NumberText.fixed($0.falseShare * 100, decimals: 1) },
      ], of: outcomes)
  }
}
