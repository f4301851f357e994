import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

@Suite struct RunCaseTests {
  @Test func `the command quotes a word with special characters`() throws {
    let made = try InventedWhatIfs(stall: 1).leaving(0, .lever(.policy))
    var changed = made.trial.changed
    changed.policy = try PolicyCatalog.builtIn.choose("score: 1 + age")
    #expect(changed.options(unlike: made.trial.changed) == "--policy 'score: 1 + age'")
    #expect(changed.commandLine.contains(" --policy 'score: 1 + age' "))
    #expect(changed.arguments.contains("score: 1 + age"))
  }

  @Test func `the command contains only changed options`() throws {
    let run = try InventedWhatIfs(stall: 1).leaving(0, .lever(.budget)).trial.changed
    var changed = run
    changed.budget = nil
    #expect(changed.options(unlike: run) == "--budget none")
    #expect(run.options(unlike: run).isEmpty)
  }
}
