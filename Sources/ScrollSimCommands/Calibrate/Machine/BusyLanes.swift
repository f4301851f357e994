import Foundation
import Synchronization

/// Threads that decode stand-ins side by side until they are told to stop.
final class BusyLanes: Sendable {
  private let isOver = Atomic(false)
  private let threads = DispatchGroup()

  /// Starts so many.
  init(_ count: Int) {
    for _ in 0..<count {
      threads.enter()
      let thread = Thread { [self] in
        if var decoder = try? StandInDecode() {
          while !isOver.load(ordering: .relaxed) { decoder.decode() }
        }
        threads.leave()
      }
      thread.start()
    }
  }

  /// Ends when all of them have.
  func stop() {
    isOver.store(true, ordering: .relaxed)
    threads.wait()
  }
}
