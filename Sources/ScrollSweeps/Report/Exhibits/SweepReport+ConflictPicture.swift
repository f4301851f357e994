import ScrollPages

extension SweepReport {
  /// More levels than these fit no picture.
  private static let (mostRows, mostColumns) = (16, 8)

  /// A lever's levels against those of the axis that changes which is best.
  ///
  /// - Parameters:
  ///   - conflict: of the two.
  ///   - number: among the pictures, from 1.
  /// - Returns: a picture with the best of each column in bold; nil where there are too many levels.
  func conflictPicture(_ conflict: LevelConflict, number: Int) -> Exhibit.Picture? {
    let (rows, columns) = (conflict.lever.levels, conflict.other.levels)
    guard rows.count <= Self.mostRows, columns.count <= Self.mostColumns else { return nil }
    let best = conflict.means.map { $0.min() ?? 0 }
    let place =
      conflict.condition.map { ", with \($0.alone) \(conflict.conditionLevel ?? "")" } ?? ""
    let grid = BarGrid(
      id: "conflict-\(number)",
      title: "Stalls by \(conflict.lever.alone) and \(conflict.other.alone)\(place), seconds per "
        + "session; the best for each \(conflict.other.alone) in bold",
      summary: conflict.sentence.visible, rows: ChartNames.fitting(rows), columns: columns,
      cells: rows.indices.map { row in
        columns.indices.map { column in
          let stalls = conflict.means[column][row]
          return BarGrid.Cell(
            value: stalls, text: SecondsText.of(stalls), isStrong: stalls == best[column])
        }
      })
    var table = Table([.left(conflict.lever.name)] + columns.map { .right("\($0) s") })
    for (row, name) in rows.enumerated() {
      table.append([name] + conflict.means.map { NumberText.fixed($0[row], decimals: 3) })
    }
    return Exhibit.Picture(drawing: grid.drawing, table: table)
  }
}
