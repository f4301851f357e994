#if os(Linux)
  public import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Makes threads wait in front of a lock instead of inside it.
  ///
  /// On Linux a contended `Mutex` blocks in a futex with priority inheritance, whose ownership the
  /// kernel passes from one blocked thread to the next. Once one thread blocks, every later one
  /// does, and each short operation costs system calls and a context switch. Here the first waiting
  /// thread spins with pauses that double, and only the threads behind it block. Mutual exclusion
  /// still comes from the lock; this type only decides how a thread waits.
  @usableFromInline struct LockGate: ~Copyable, Sendable {
    @usableFromInline let isTaken = Atomic(false)
    /// Held by the thread that spins.
    private let line = Mutex(())

    /// The lengths of the first and the longest pause, in steps of a cycle or two; after so many of
    /// the longest the thread yields its processor.
    private static var firstPause: Int { 512 }
    private static var longestPause: Int { 8_192 }
    private static var pausesBeforeYield: Int { 32 }

    @usableFromInline init() {}

    /// Waits until no other thread is inside.
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
