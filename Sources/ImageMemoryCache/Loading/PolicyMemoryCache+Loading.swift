public import ScrollCaching
import ScrollCore

extension PolicyMemoryCache where Policy: ~Copyable {
  /// The value of a key, which is loaded where it is not there.
  ///
  /// Of all that ask while a load is under way, one loads and the others wait for it. A task that
  /// is canceled stops waiting at once; with the last one the load is canceled, and what it brings
  /// all the same is not kept. A value that the app stores during the load stays.
  /// - Parameters:
  ///   - key: what is wanted.
  ///   - cost: what the value is charged; nil asks the closure of the cache.
  ///   - admission: whether a view wants it; a view that joins a prefetch makes it one.
  ///   - load: called in a task of its own.
  /// - Returns: the value.
  /// - Throws: what the load throws, or `CancellationError`.
  public func value(
    for key: Key, cost: Int? = nil, as admission: Admission = .viewed,
    load: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let digest = digest(of: key)
    let time = time
    let step = changing { core, departures in
      core.beginLoad(key, digest, as: admission, at: time, &departures)
    }
    switch step {
    case .hit(let value): return value
    case .wait(let flight, let ticket, let id, let begins):
      if begins {
        flight.started(Task { await self.run(flight, id, cost: cost, load) })
      }
      return try await withTaskCancellationHandler {
        try await flight.value(for: ticket)
      } onCancel: {
        guard flight.leave(ticket) else { return }
        self.changing { core, _ in _ = core.forget(flight, id) }
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
      let value = try await load()
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
