import Dispatch

/// Several tasks at once, waited for.
enum Tasks {
  /// Runs each piece of work in a task of its own.
  /// - Parameter works: none of which may wait for another.
  /// - Returns: nanoseconds from the first start to the last end.
  static func run(_ works: [@Sendable () -> Void]) -> Double {
    let group = DispatchGroup()
    let clock = ContinuousClock()
    let duration = clock.measure {
      for work in works {
        group.enter()
        Task.detached {
          work()
          group.leave()
        }
      }
      group.wait()
    }
    return duration / .nanoseconds(1)
  }
}
