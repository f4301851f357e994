import BasicContainers
import ScrollCore

/// Loads that were asked for in a frame and go out when the frame's work before them is done.
///
/// A frame's work only grows, so that they go out in the order in which they were asked for, and all
/// of them before the next frame.
struct CallQueue: ~Copyable {
  private struct Call {
    var load: LoadIndex, serial: Int32
  }

  private var calls = UniqueArray<Call>()
  /// How many of them have gone out.
  private var gone = 0

  /// A load is to go out later.
  mutating func append(_ load: LoadIndex, serial: Int32) {
    calls.append(Call(load: load, serial: serial))
  }

  /// The next one's turn; nil if it was cancelled meanwhile.
  mutating func next(in table: borrowing InFlightTable) -> LoadIndex? {
    let call = calls[gone]
    gone += 1
    if gone == calls.count { endProcess() }
    let load = table.loads[call.load]
    return load.stage == .called && load.serial == call.serial ? call.load : nil
  }

  /// The process has ended, or all are gone.
  mutating func endProcess() {
    calls.removeAll(keepingCapacity: true)
    gone = 0
  }
}
