public import ScrollCaching
import ScrollCore

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The value of a key, which is loaded where it is not there.
  ///
  /// Of all that ask while a load is under way, one loads and the others wait for it. A task that
  /// is canceled stops waiting at once; with the last one the load is canceled, and what it brings
  /// all the same is not kept. What the app does to the value of the key during the load is newer: a
  /// value that it stores stays, and one that it takes out stays out, with `removeValue(forKey:)` or
  /// `removeAll()`; then who waits gets what the load brings, and who asks later begins another load.
  /// Limits, memory warnings and lifetimes do not end a load: its value is stored if it fits then.
  ///
  /// A load may ask for other keys, of this cache or another. One that would wait for itself, directly
  /// or through other loads, gets `LoadError.waitsForItself`. The tasks that a load starts count as
  /// part of it, unless they are detached. A circle of waits through a detached task is not found and
  /// does not end.
  /// - Parameters:
  ///   - key: what is wanted.
  ///   - cost: what the value is charged; nil asks the closure of the cache.
  ///   - admission: whether a view wants it; a view that joins a prefetch makes it one.
  ///   - load: called in a task of its own.
  /// - Returns: the value.
  /// - Throws: what the load throws, `CancellationError`, or `LoadError`.
  public func value(
    for key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (probe, time) = (probe(key), time)
    let step = changing(probe) { core, found, departures in
      core.beginLoad(probe, found, as: admission, at: time, &departures)
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

  /// Loads a value, stores it and wakes those who wait.
  private func run(
    _ flight: LoadInFlight<Value>, _ id: Int, cost: Int?,
    _ load: @Sendable () async throws -> Value
  ) async {
    let start = measuresLoads ? clock.now : .zero
    do {
      let value = try await LoadWaits.$current.withValue(flight.identity) { try await load() }
      var offer = Offer(
        cost: cost ?? costOf(value), as: flight.isViewed ? .viewed : .prefetched)
      if measuresLoads {
        offer.load = LoadTime(milliseconds: (clock.now - start).milliseconds)
      }
      let (time, offered) = (time, offer)
      changing { core, departures in
        core.endLoad(flight, id, value, offered, at: time, &departures)
      }
      flight.finish(.success(value))
    } catch {
      changing { core, _ in _ = core.forget(flight, id) }
      flight.finish(.failure(error))
    }
  }
}

/// Why a value cannot be waited for.
public enum LoadError: Error, Equatable {
  /// The load of a value asks for that value itself, or for one whose load waits for it.
  case waitsForItself
}

extension LoadError: CustomStringConvertible {
  public var description: String {
    "a load waits for itself, directly or through other loads; expected one that asks for other keys"
  }
}

/// Which loads wait for which, in all caches: they must not go round in a circle.
enum LoadWaits {
  /// A load by which object this is: one that a task may keep for long without keeping a value.
  final class Identity: Sendable {}

  /// The load that the task is a part of.
  @TaskLocal static var current: Identity?

  /// The loads that each load waits for, which are alive as long as it does.
  private static let waits = CacheLock([ObjectIdentifier: [ObjectIdentifier]]())

  /// Waits for a load, as the load that the task is a part of.
  /// - Parameters:
  ///   - load: what is waited for.
  ///   - giveUp: called where the wait would never end.
  ///   - wait: waits.
  /// - Returns: what was waited for.
  /// - Throws: `LoadError`, or what the wait throws.
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

  /// Notes that one load waits for another, unless that one waits for the first.
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
