public import ScrollCaching
import ScrollCore

extension PolicyMemoryCache where Policy: ~Copyable {
  /// Returns the value of a key, and loads it on a miss.
  ///
  /// Of all tasks that request a value while it is being loaded, one loads it and the others wait
  /// for it. A task that is canceled stops waiting at once. When the last waiting task is canceled,
  /// the load is canceled, and its result is not stored even if it ends with one.
  ///
  /// A change that the app makes to the key during the load takes precedence. A value that the app
  /// stores stays; one that it removes, with `removeValue(for:)` or `removeAll()`, stays out.
  /// The waiting tasks then get the result of the load, and a later request begins another load.
  /// Limits, memory warnings and lifetimes do not end a load: its value is stored if it fits then.
  ///
  /// A load may request other keys, of this cache or another. A load that would wait for itself,
  /// directly or through other loads, gets `LoadError.waitsForItself`. The tasks that a load starts
  /// count as part of it, unless they are detached. A circle of waits through a detached task is
  /// not detected and does not end.
  /// - Parameters:
  ///   - key: The key of the value.
  ///   - cost: The cost of the value; nil calls the closure of the cache.
  ///   - admission: Whether a view or a prefetch needs the value. A view that joins the load of a
  ///     prefetch makes it a load for a view.
  ///   - load: Loads the value; it runs in a separate task.
  /// - Returns: The value.
  /// - Throws: Any error of `load`, `CancellationError`, or `LoadError`.
  public func image(
    for key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (probe, time) = (probe(key), time)
    let step = changing(probe) { core, found, removedValues in
      core.beginLoad(probe, found, as: admission, at: time, &removedValues)
    }
    switch step {
    case .hit(let value): return value
    case .wait(let flight, let ticket, let id, let begins):
      if begins {
        flight.started(Task { await self.run(flight, id, cost: cost, load) })
      }
      let giveUp: @Sendable () -> Void = {
        guard flight.leave(ticket) else { return }
        self.changing { core, _ in _ = core.forget(flight, id) }
      }
      return try await LoadWaits.waiting(for: flight.identity, else: giveUp) {
        try await withTaskCancellationHandler {
          try await flight.value(for: ticket)
        } onCancel: {
          giveUp()
        }
      }
    }
  }

  /// Loads a value, stores it and resumes the waiting tasks.
  private func run(
    _ flight: LoadInFlight<Value>, _ id: Int, cost: Int?,
    _ load: @Sendable () async throws -> Value
  ) async {
    let start = measuresLoadTimes ? clock.now : .zero
    do {
      let value = try await LoadWaits.$current.withValue(flight.identity) { try await load() }
      var offer = Offer(
        cost: cost ?? costOf(value), as: flight.isViewed ? .viewed : .prefetched)
      if measuresLoadTimes {
        offer.load = LoadTime(milliseconds: (clock.now - start).milliseconds)
      }
      let (time, offered) = (time, offer)
      changing { core, removedValues in
        core.endLoad(flight, id, value, offered, at: time, &removedValues)
      }
      flight.finish(.success(value))
    } catch {
      changing { core, _ in _ = core.forget(flight, id) }
      flight.finish(.failure(error))
    }
  }
}

/// The reasons why a value cannot be waited for.
public enum LoadError: Error, Equatable {
  /// The load of a value requests the same value, or another value whose load waits for the first
  /// load.
  case waitsForItself
}

extension LoadError: CustomStringConvertible {
  public var description: String {
    "a load waits for itself, directly or through other loads; expected a load that requests "
      + "other keys"
  }
}

/// The record of which load waits for which, in all caches; the waits must not form a circle.
enum LoadWaits {
  /// The identity of a load: an object that a task may keep for long without keeping a value.
  final class Identity: Sendable {}

  /// The load that the current task belongs to.
  @TaskLocal static var current: Identity?

  /// The loads that each load waits for; an awaited load stays alive as long as the other one
  /// waits.
  private static let waits = CacheLock([ObjectIdentifier: [ObjectIdentifier]]())

  /// Waits for a load on behalf of the load that the current task belongs to.
  /// - Parameters:
  ///   - load: The load to wait for.
  ///   - giveUp: Called if the wait would never end.
  ///   - wait: Waits for the load.
  /// - Returns: The result of `wait`.
  /// - Throws: `LoadError`, or any error of `wait`.
  static func waiting<Value: Sendable>(
    for load: Identity, else giveUp: () -> Void,
    _ wait: () async throws -> Value
  ) async throws -> Value {
    guard let current else { return try await wait() }
    let (waiter, awaited) = (ObjectIdentifier(current), ObjectIdentifier(load))
    guard begin(waiter, awaited) else {
      giveUp()
      throw LoadError.waitsForItself
    }
    defer { end(waiter, awaited) }
    return try await wait()
  }

  /// Records that one load waits for another; returns `false` if the other load waits for the
  /// first.
  private static func begin(_ waiter: ObjectIdentifier, _ awaited: ObjectIdentifier) -> Bool {
    waits.withLock { waits in
      var (seen, next) = (Set([awaited]), [awaited])
      while let load = next.popLast() {
        if load == waiter { return false }
        for other in waits[load] ?? [] where seen.insert(other).inserted { next.append(other) }
      }
      waits[waiter, default: []].append(awaited)
      return true
    }
  }

  private static func end(_ waiter: ObjectIdentifier, _ awaited: ObjectIdentifier) {
    waits.withLock { waits in
      guard let place = waits[waiter]?.firstIndex(of: awaited) else { return }
      waits[waiter]?.remove(at: place)
      if waits[waiter]?.isEmpty == true { waits[waiter] = nil }
    }
  }
}
