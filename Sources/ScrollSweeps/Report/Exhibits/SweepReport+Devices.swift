import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Policies against devices; nil if there is one device.
  var devicesExhibit: Exhibit? {
    let devices = devices
    guard devices.count > 1 else { return nil }
    let standings = ranking()
    let byDevice = devices.map { device in
      Dictionary(uniqueKeysWithValues: ranking(over: device.scenes).map { ($0.policy, $0) })
    }
    var table = Table(
      [.left("policy")] + devices.map { .right("\(Figure.stall.header) \($0.name)") })
    let least = byDevice.map { standings in
      standings.values.filter { $0.deaths == 0 }.map(\.stalls).min() ?? 0
    }
    let cells = standings.map { standing in
      zip(byDevice, least).map { standings, least -> HeatMap.Cell? in
        standings[standing.policy].map { found in
          HeatMap.Cell(
            shade: found.deaths > 0 ? 1 : Self.excess(found.stalls, over: least),
            text: seconds(found.stalls).replacing(" s", with: "")
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
      summary:
        "Seconds of missing screen per run. A stronger color is more than the least on that "
        + "device, the strongest twice as much or more. \(worst?.name.visible ?? "") stalls most.",
      rows: ChartNames.fitting(standings.map(\.name)), columns: devices.map(\.name), cells: cells)
    return Exhibit(
      "devices", "Policies by device",
      notes: ["Means over traces, budgets and seeds."],
      pictures: [Exhibit.Picture(drawing: map.drawing, table: table)])
  }

  /// How much more it is, as a share.
  private static func excess(_ stalls: Double, over least: Double) -> Double {
    guard least > 0 else { return stalls > 0 ? 1 : 0 }
    return stalls / least - 1
  }

  private func mean(over scenes: [Int]) -> Double {
    let standings = ranking(over: scenes)
    return standings.reduce(0) { $0 + $1.stalls } / Double(max(1, standings.count))
  }
}
