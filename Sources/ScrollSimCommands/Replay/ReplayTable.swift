import ScrollPages

/// Replays as a table for people.
struct ReplayTable {
  private(set) var table: Table

  init(_ rows: [ReplayRow], unit: CapacityUnit, hasRegret: Bool) {
    var columns: [Table.Column] = [
      .left("policy"), .left("unit"), .right("capacity").keeping(.key),
      .right("requests").keeping(.detail), .right("misses"), .right("miss ratio").keeping(.key),
      .right("bytes requested").keeping(.detail), .right("bytes missed"),
      .right("byte miss ratio"),
    ]
    if hasRegret { columns += Regret.columns(hasBytes: unit == .bytes) }
    let hasNotes = rows.contains { $0.note != nil }
    if hasNotes { columns.append(.prose("note")) }
    table = Table(columns)
    for row in rows {
      var cells = [
        row.policy, row.unit, "\(row.capacity)", "\(row.requests)", "\(row.misses)",
        NumberText.fixed(row.missRatio, decimals: 4), "\(row.bytesRequested)",
        "\(row.bytesMissed)", NumberText.fixed(row.byteMissRatio, decimals: 4),
      ]
      if let regret = row.regret { cells += regret.cells(hasBytes: unit == .bytes) }
      if hasNotes { cells.append(row.note ?? "") }
      table.append(cells)
    }
  }
}
