import ScrollCore
import ScrollLayout

/// Where items lie, in points, five numbers to a row: along the axis, across it, length, breadth, and
/// the image.
///
/// A placement says how broad an item is but not where across it lies: it is put where there is room,
/// in the first of as many columns as fit.
struct ItemRows {
  private(set) var numbers: [Double] = []

  init(_ epoch: LayoutEpoch) {
    let placement = epoch.placement
    numbers.reserveCapacity(5 * placement.count)
    // What may still be beside the next item.
    var beside: [(end: Double, from: Double, to: Double)] = []
    for item in 0..<placement.count {
      let (start, end) = (placement.starts[item], placement.ends[item])
      let breadth = placement.breadths[item]
      beside.removeAll { $0.end <= start }
      let columns = breadth > 0.001 ? max(1, Int(1 / breadth + 1e-6)) : 1
      let step = columns > 1 ? (1 - breadth) / Double(columns - 1) : 0
      var across = 0.0
      for column in 0..<columns {
        let place = Double(column) * step
        let isTaken = beside.contains {
          $0.from < place + breadth - 1e-9 && place < $0.to - 1e-9
        }
        guard isTaken else {
          across = place
          break
        }
      }
      beside.append((end, across, across + breadth))
      numbers.append(start)
      numbers.append(across * epoch.viewportBreadth)
      numbers.append(end - start)
      numbers.append(breadth * epoch.viewportBreadth)
      numbers.append(Double(placement.images[item].index))
    }
  }
}
