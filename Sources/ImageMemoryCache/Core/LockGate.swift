#if os(Linux)
  public import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Lets one at a time to a lock, so that nobody ever waits in the lock itself.
  ///
  /// On Linux `Mutex` waits in a futex with priority inheritance, which the kernel hands from one
  /// that waits to the next. Once somebody waits there, all do: each operation of a fraction of a
  /// microsecond then costs calls of the kernel and a change of threads. Here the first that waits
  /// looks again after pauses that double, and only those behind it sleep. What is guarded is still
  /// guarded by the lock: this decides how one waits, and nothing else.
  @usableFromInline struct LockGate: ~Copyable, Sendable {
    @usableFromInline let isTaken = Atomic(false)
    /// Held by the one that looks.
    private let line = Mutex(())

    /// The steps of the first pause and of the longest, of a cycle or two each; after so many of
    /// those another thread may need the processor.
    private static var firstPause: Int { 512 }
    private static var longestPause: Int { 8_192 }
    private static var pausesBeforeYield: Int { 32 }

    @usableFromInline init() {}

    /// Waits until nobody else is in.
    @inlinable func enter() {
      guard !tryEntering() else { return }
      waitInLine()
    }

    @inlinable func leave() { isTaken.store(false, ordering: .releasing) }

    @inlinable func tryEntering() -> Bool {
      isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    }

    @inline(never) @usableFromInline func waitInLine() {
      line.withLock { _ in
        let steps = Atomic(0)
        var pause = Self.firstPause
        var longPauses = 0
        while isTaken.load(ordering: .relaxed) || !tryEntering() {
          for _ in 0..<pause { _ = steps.load(ordering: .relaxed) }
          if pause < Self.longestPause {
            pause *= 2
          } else if longPauses < Self.pausesBeforeYield {
            longPauses += 1
          } else {
            sched_yield()
          }
        }
      }
    }
  }
#endif
