import ScrollCore
import ScrollDevice

/// What the process has of memory that was touched before and is free.
///
/// A bitmap that finds room there costs nothing but its drawing; for what is left of it the system
/// has to clear fresh pages. Whether the room is in one piece is not looked at.
struct Heap {
  private let fresh: FreshMemory?
  private var free = ByteCount.zero

  init(_ fresh: FreshMemory?) { self.fresh = fresh }

  /// Whether fresh memory costs anything.
  var isOn: Bool { fresh != nil }

  /// Memory is allocated and written to; the nanoseconds that the first touch of it takes.
  mutating func allocate(_ bytes: Int) -> Int64 {
    guard let fresh else { return 0 }
    let again = min(free, ByteCount(bytes))
    free -= again
    return fresh.touchTime(of: ByteCount(bytes) - again).nanoseconds
  }

  /// Memory is given back: the process keeps it up to a limit.
  mutating func release(_ bytes: Int) {
    guard let fresh else { return }
    free = min(fresh.kept, free + ByteCount(bytes))
  }

  /// The process has ended.
  mutating func endProcess() { free = .zero }
}
