import ScrollCaching
import ScrollCore
import ScrollSimulation
import Synchronization
import Testing

/// A policy as another package would write it, in a run.
struct OutsidePolicyTests {
  @Test(arguments: [true, false])
  func `a policy of a spatial type follows the viewport`(isSpatial: Bool) {
    let moves = Moves()
    let descriptor =
      isSpatial
      ? PolicyDescriptor("outside", "Says nothing else.") { _ in SpatialPolicy(moves: moves) }
      : PolicyDescriptor("outside", "Says nothing else.") { _ in PlainPolicy(moves: moves) }
    let strip = Strip(path: "0.1.2...", loader: .cached)
    _ = PreparedScenario(strip.scenario).run(
      Choice(entry: descriptor, settings: SettingValues(), text: "outside"), budget: ByteCount(4096)
    )
    #expect(moves.lowers == (isSpatial ? [0, 0, 100, 100, 200, 200, 200, 200] : []))
  }

  /// The position of the viewport in each frame.
  private final class Moves: Sendable {
    private let seen = Mutex<[Double]>([])
    var lowers: [Double] { seen.withLock { $0 } }
    func note(_ viewport: Viewport) { seen.withLock { $0.append(viewport.lower) } }
  }

  private struct SpatialPolicy: EvictionPolicy {
    static var isSpatial: Bool { true }
    let moves: Moves
    func didHit(_ request: Request) {}
    func nextVictim(sparing pins: borrowing PinSet) -> ImageID? { nil }
    func didInsert(_ request: Request, as admission: Admission) {}
    func didRemove(_ image: ImageID) {}
    func viewportMoved(to viewport: Viewport) { moves.note(viewport) }
  }

  private struct PlainPolicy: EvictionPolicy {
    let moves: Moves
    func didHit(_ request: Request) {}
    func nextVictim(sparing pins: borrowing PinSet) -> ImageID? { nil }
    func didInsert(_ request: Request, as admission: Admission) {}
    func didRemove(_ image: ImageID) {}
    func viewportMoved(to viewport: Viewport) { moves.note(viewport) }
  }
}
