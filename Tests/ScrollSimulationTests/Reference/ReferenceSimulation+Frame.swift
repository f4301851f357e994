import ScrollCaching
import ScrollCore
import ScrollSimulation

/// Steps 2 to 4 of a frame: what arrives, leaves, enters and is fetched ahead.
extension ReferenceSimulation {
  func deliver(_ visible: [Int], _ frame: inout ReferenceRecords.Frame) {
    while let (appearance, picture) = lateHits.first {
      if appearances.contains(where: { $0 === appearance }), visible.contains(appearance.item) {
        serve(appearance, viewed(picture), &frame)
      }
      lateHits.removeFirst()
      settle()
    }
    let arrivals = finished
    finished = []
    for load in arrivals {
      arrive(load, visible, &frame)
    }
  }

  /// A finished load reaches the main thread.
  func arrive(_ load: Load, _ visible: [Int], _ frame: inout ReferenceRecords.Frame) {
    let takers = ordered(visible).compactMap { item in
      appearances.first { $0.item == item && !$0.isServed && wants($0, load) }
    }
    guard let result = load.picture ?? load.file else { return }
    if model != nil, !load.isFromCache {
      let isFile = loader.cacheHolds == .encoded && result.isDecoded
      arriving = isFile ? Picture(load.image) : result
      settle()
      store(arriving ?? result, as: takers.isEmpty ? .prefetched : .viewed)
      arriving = nil
    }
    let picture = viewed(result)
    for appearance in takers { serve(appearance, picture, &frame) }
    if !loader.checksRecycledCells, let starter = load.starter,
      let appearance = starter.cell.appearance, appearance !== starter,
      visible.contains(appearance.item)
    {
      // The cell was reused since and the late image goes in, unless it is there already.
      if appearance.image != load.image {
        put(picture, into: appearance.cell, &frame)
      } else if !appearance.isServed {
        serve(appearance, picture, &frame)
      } else if appearance.cell.picture?.image != load.image {
        put(picture, into: appearance.cell, &frame)
      }
    }
    loads.removeAll { $0 === load }
    settle()
  }

  /// Its own load, or with coalescing the same image.
  func wants(_ appearance: Appearance, _ load: Load) -> Bool {
    loader.coalesces ? appearance.image == load.image : load.starter === appearance
  }

  /// What is displayed of a file that the cache keeps is an object of its own.
  func viewed(_ picture: Picture) -> Picture {
    guard loader.cacheHolds == .encoded, !picture.isDecoded else { return picture }
    let view = Picture(picture.image)
    view.file = picture
    return view
  }

  /// Shows an appearance its own image.
  func serve(
    _ appearance: Appearance, _ picture: Picture, _ frame: inout ReferenceRecords.Frame
  ) {
    appearance.isServed = true
    frame.served.append(appearance)
    records.displayed += 1
    put(picture, into: appearance.cell, &frame)
    displayedLast[picture.image] = picture
  }

  /// Puts a picture into a cell on screen: it is decoded, if need be, and uploaded.
  func put(_ picture: Picture, into cell: Cell, _ frame: inout ReferenceRecords.Frame) {
    cell.picture = picture
    if !picture.isDecoded {
      picture.isDecoded = true
      picture.file = nil
      let decode = cost(picture.image).decode
      frame.work.decode += decode.nanoseconds
      records.mainDecodes.append(decode)
    }
    picture.wasShown = true
    frame.work.upload += cost(picture.image).upload.nanoseconds
    updatePins()
    settle()
  }

  /// Items that are no longer visible give their cells back.
  func leave(_ visible: [Int]) {
    let left = ordered(appearances.map(\.item).filter { !visible.contains($0) })
    for item in left {
      guard let index = appearances.firstIndex(where: { $0.item == item }) else { continue }
      let appearance = appearances.remove(at: index)
      if !appearance.isServed {
        if withdraw(appearance) { records.cancelled += 1 } else { records.leftUnshown += 1 }
      }
      appearance.cell.appearance = nil
      if loader.clearsOnReuse { appearance.cell.picture = nil }
      pool.append(appearance.cell)
      updatePins()
    }
    settle()
  }

  /// Items that became visible ask for their images.
  func enter(_ visible: [Int], _ frame: inout ReferenceRecords.Frame) -> [Int] {
    let known = Set(appearances.map(\.item))
    let entered = ordered(visible.filter { !known.contains($0) })
    for item in entered {
      let cell = pool.popLast() ?? Cell()
      let appearance = Appearance(item: item, image: scenario.placement.images[item], cell: cell)
      cell.appearance = appearance
      appearances.append(appearance)
      updatePins()
      records.appearances += 1
      frame.entered.append(appearance)
      ask(appearance, &frame)
    }
    return entered
  }

  /// The neighbours of what appeared, the one ahead before the one behind, each image once.
  func prefetch(_ entered: [Int], _ frame: inout ReferenceRecords.Frame) {
    guard case .neighbours(let reach) = scenario.prefetcher, model != nil else { return }
    let step = motion.direction(at: now) == .forward ? 1 : -1
    var plan: [ImageID] = []
    for item in entered {
      for distance in 1...reach {
        for neighbour in [item + step * distance, item - step * distance]
        where scenario.placement.images.indices.contains(neighbour) {
          let image = scenario.placement.images[neighbour]
          if !plan.contains(image) { plan.append(image) }
        }
      }
    }
    for image in plan { askAhead(image, &frame) }
  }
}
