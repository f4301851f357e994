import BasicContainers

/// The cells of the scroll view: those that left the screen are used again, last out first in.
///
/// A cell that waits to be reused keeps its picture unless the loader clears it.
struct CellPool: ~Copyable {
  struct Cell {
    /// The item that it shows; -1 while it waits to be reused.
    var item: Int32
    /// The bitmap that it displays; -1 for none.
    var bitmap: Int32
  }

  private(set) var cells = UniqueArray<Cell>()
  private var idle = UniqueArray<Int32>()

  /// Takes a cell for an item, an old one if there is one.
  mutating func take(for item: Int32) -> Int32 {
    if let cell = idle.popLast() {
      cells[Int(cell)].item = item
      return cell
    }
    cells.append(Cell(item: item, bitmap: -1))
    return Int32(cells.count - 1)
  }

  mutating func giveBack(_ cell: Int32) {
    cells[Int(cell)].item = -1
    idle.append(cell)
  }

  mutating func setBitmap(_ bitmap: Int32, of cell: Int32) {
    cells[Int(cell)].bitmap = bitmap
  }
}
