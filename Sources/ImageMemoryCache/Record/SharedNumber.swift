#if canImport(Darwin)
  /// A number that two threads share.
  ///
  /// A lock guards it, because `Atomic` needs iOS 18.
  struct SharedNumber: ~Copyable, Sendable {
    private let number: CacheLock<Int>

    init(_ number: Int) { self.number = CacheLock(number) }

    func load() -> Int { number.withLock { $0 } }

    func store(_ new: Int) { number.withLock { $0 = new } }
  }
#else
  import Synchronization

  /// A number that two threads share: a thread that loads it sees everything that the other thread
  /// wrote before it stored it.
  struct SharedNumber: ~Copyable, Sendable {
    private let number: Atomic<Int>

    init(_ number: Int) { self.number = Atomic(number) }

    @inline(__always) func load() -> Int { number.load(ordering: .acquiring) }

    @inline(__always) func store(_ new: Int) { number.store(new, ordering: .releasing) }
  }
#endif
