import ScrollPages

/// Replays as a table for people.
struct ReplayTable {
  private(set) var table: Table

  init(_ rows: [ReplayRow], _ question: ReplayQuestion) {
    let hasTraces = Set(rows.map(\.trace)).count > 1
    let hasShares = question.capacities.hasShares
    let hasSeeds = rows.contains { $0.seed != nil }
    let hasBytes = rows.contains { $0.unit == CapacityUnit.bytes.rawValue }
    let hasNotes = rows.contains { $0.note != nil }
    var columns: [Table.Column] = hasTraces ? [.left("trace").keeping(.key)] : []
    columns += [.left("policy"), .left("unit")]
    if hasShares { columns.append(.right("share").keeping(.key)) }
    columns.append(.right("capacity").keeping(.key))
    if hasSeeds { columns.append(.right("seed").keeping(.key)) }
    columns += [
      .right("requests").keeping(.detail), .right("misses"), .right("miss ratio").keeping(.key),
      .right("bytes requested").keeping(.detail), .right("bytes missed"),
      .right("byte miss ratio"),
    ]
    if question.regret { columns += Regret.columns(hasBytes: hasBytes) }
    if hasNotes { columns.append(.prose("note")) }
    table = Table(columns)
    for row in rows {
      var cells = hasTraces ? [row.trace] : []
      cells += [row.policy, row.unit]
      if hasShares { cells.append(row.share ?? "") }
      cells.append("\(row.capacity)")
      if hasSeeds { cells.append(row.seed.map { "\($0)" } ?? "") }
      cells += [
        "\(row.requests)", "\(row.misses)", NumberText.fixed(row.missRatio, decimals: 4),
        "\(row.bytesRequested)", "\(row.bytesMissed)",
        NumberText.fixed(row.byteMissRatio, decimals: 4),
      ]
      if let regret = row.regret { cells += regret.cells(hasBytes: hasBytes) }
      if hasNotes { cells.append(row.note ?? "") }
      table.append(cells)
    }
  }
}
