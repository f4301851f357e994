import ScrollCharts

extension SweepReport {
  /// Policies against devices; nil if there is one device.
  var devicesExhibit: Exhibit? {
    let devices = devices
    guard devices.count > 1 else { return nil }
    let standings = ranking()
    let byDevice = devices.map { device in
      Dictionary(uniqueKeysWithValues: ranking(over: device.scenes).map { ($0.policy, $0) })
    }
    var table = Table([.left("policy")] + devices.map { .right("stall s \($0.name)") })
    let cells = standings.map { standing in
      byDevice.map { standings -> HeatMap.Cell? in
        standings[standing.policy].map { found in
          HeatMap.Cell(
            value: found.deaths == found.runs ? .infinity : found.stalls,
            text: NumberText.fixed(found.stalls, decimals: 2)
              + (found.deaths > 0 ? " killed" : ""))
        }
      }
    }
    for (standing, row) in zip(standings, cells) {
      table.append([standing.name] + row.map { $0?.text ?? "-" })
    }
    let worst = devices.max { mean(over: $0.scenes) < mean(over: $1.scenes) }
    let map = HeatMap(
      id: "devices-map", title: "Stalls in seconds, policy by device",
      summary: "Seconds of blank or wrong screen a run, darker for more, the best policy on top. "
        + "\(worst?.name.visible ?? "") stalls most.",
      rows: standings.map(\.name), columns: devices.map(\.name), cells: cells)
    return Exhibit(
      "devices", "Policies by device",
      notes: ["Means over traces, budgets and seeds."],
      pictures: [Exhibit.Picture(drawing: map.drawing, table: table)])
  }

  private func mean(over scenes: [Int]) -> Double {
    let standings = ranking(over: scenes)
    return standings.reduce(0) { $0 + $1.stalls } / Double(max(1, standings.count))
  }
}
