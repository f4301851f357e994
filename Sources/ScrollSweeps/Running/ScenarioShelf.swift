import ScrollSimulation
import Synchronization

/// Scenarios made ready for their runs, a few at a time.
///
/// Runs come in the order of the plan, so those under way share one scenario or two. One that
/// is wanted again after it was put away is made again: memory depends on the number of jobs, not
/// on the size of the sweep.
final class ScenarioShelf: Sendable {
  /// A place for one scenario, filled by the first thread that needs it.
  private final class Slot: Sendable {
    private let prepared = Mutex<PreparedScenario?>(nil)

    func value(_ make: () -> PreparedScenario) -> PreparedScenario {
      prepared.withLock { prepared in
        if let prepared { return prepared }
        let made = make()
        prepared = made
        return made
      }
    }
  }

  private let scenarios: [PlannedScenario]
  private let capacity: Int
  /// The most recently used last.
  private let slots = Mutex<[(scenario: Int32, slot: Slot)]>([])

  init(_ scenarios: [PlannedScenario], jobs: Int) {
    self.scenarios = scenarios
    capacity = jobs + 1
  }

  /// A scenario, ready to run.
  func prepared(_ scenario: Int32) -> PreparedScenario {
    let slot = slots.withLock { slots in
      let slot: Slot
      if let place = slots.firstIndex(where: { $0.scenario == scenario }) {
        slot = slots.remove(at: place).slot
      } else {
        slot = Slot()
        if slots.count >= capacity { slots.removeFirst() }
      }
      slots.append((scenario, slot))
      return slot
    }
    return slot.value { PreparedScenario(scenarios[Int(scenario)].scenario) }
  }
}
