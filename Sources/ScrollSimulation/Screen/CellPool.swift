import BasicContainers

/// The cells of the scroll view: those that left the screen are used again, last out first in.
///
/// A cell that waits to be reused keeps its picture unless the loader clears it. What is known
/// of the current appearance of an item is kept with its cell.
struct CellPool: ~Copyable {
  struct Cell {
    /// The item that it shows; none while it waits to be reused.
    var item: ItemIndex = .none
    /// The bitmap that it displays.
    var bitmap: BitmapIndex = .none

    // The appearance.
    /// Whether its image had appeared before.
    var isReturn = false
    /// The picture that it waits for.
    var awaited: PictureIndex = .none
    /// The load that brings it, and its serial number.
    var load: LoadIndex = .none, serial: Int32 = 0
    /// Whether the last request has not come to its end.
    var hasOpenRequest = false
    /// Whether the full picture has been asked for.
    var askedFull = false
    /// Whether it displays what it must not: another image that the app takes for its own.
    var isWrong = false
    /// Whether it displays a low variant.
    var isLow = false
    /// Until when it fades in, in screen time; `.max` before its frame is on screen.
    var fadesUntil: Int64 = .min
    /// Why its image was not there; nil before it has asked.
    var reason: AbsenceReason?
    /// When the cell was first on screen.
    var firstPresented = ScreenMoment.never
    /// What it has waited for since then with loads that it no longer waits for, and what its
    /// load had waited for at that time, or when the cell came to it.
    var waited = WaitTimes(), waitedBefore = WaitTimes()
    /// Since when it waits for nothing because its load failed, or reached another row only.
    var failedAt = ScreenMoment.never

    /// Whether it is soft or wrong as far as the cell itself knows.
    var isFlawed: Bool { isLow || isWrong || fadesUntil != .min }
  }

  private(set) var cells = UniqueArray<Cell>()
  private var idle = UniqueArray<CellIndex>()

  /// Takes a cell for an item, an old one with its picture if there is one.
  mutating func take(for item: ItemIndex) -> CellIndex {
    guard let cell = idle.popLast() else {
      var fresh = Cell()
      fresh.item = item
      cells.append(fresh)
      return CellIndex(cells.count - 1)
    }
    var reused = Cell()
    reused.item = item
    reused.bitmap = cells[cell].bitmap
    cells[cell] = reused
    return cell
  }

  mutating func giveBack(_ cell: CellIndex) {
    cells[cell].item = .none
    idle.append(cell)
  }

  mutating func update(_ cell: CellIndex, _ change: (inout Cell) -> Void) {
    change(&cells[cell])
  }

  subscript(_ cell: CellIndex) -> Cell { cells[cell] }
}
