import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The holders of pictures, the bytes that the app is charged for them, and the system's measures.
extension ReferenceSimulation {
  /// Returns every picture that a cell on screen or a load holds, or that is being handled now.
  func activePictures() -> [Picture] {
    var pictures = appearances.compactMap(\.cell.picture)
    for load in loads {
      if let file = load.file { pictures.append(file) }
      if let picture = load.picture { pictures.append(picture) }
    }
    pictures += arriving + lateHits.map(\.picture) + accessed.map(\.picture)
    return pictures + pictures.compactMap(\.file)
  }

  /// Returns the pictures that the cache holds, or a cell that waits to be reused.
  func idlePictures() -> [Picture] {
    let pictures = Array(cached.values) + pool.compactMap(\.picture)
    return pictures + pictures.compactMap(\.file)
  }

  /// Returns `true` if the system may take a picture's bitmap.
  func isPurgeable(_ picture: Picture) -> Bool {
    costs[picture.rendition].isPurgeable
  }

  /// A Boolean value that indicates whether a bitmap was not redrawn, so that it can be decoded
  /// from its source again.
  var keepsSource: Bool { [.lazy, .onePixel, .imageIO].contains(loader.decode) }

  /// Counts the bytes in memory, notices what is gone, and applies the device's rules if the count
  /// has changed and no such step is in progress.
  func settle() {
    let (charged, _) = count()
    if charged != lastCharged, !isInStep { settle { footprint(charged: $0, volatile: $1) } }
  }

  private func footprint(charged: Int, volatile: Int) -> ReferenceMemory.Answer {
    memory.imagesChanged(
      charged: charged, volatile: volatile, pageable: pageable.volatileBytes.bytes,
      pagedOut: pagedOutBytes)
  }

  private var pagedOutBytes: Int {
    decodedPictures.values.filter(\.isPagedOut).reduce(0) { $0 + costs[$1.rendition].bitmap }
  }

  private func settle(_ apply: (Int, Int) -> ReferenceMemory.Answer) {
    var answer: ReferenceMemory.Answer
    var isFirst = true
    repeat {
      let (charged, volatile) = count()
      lastCharged = charged
      answer =
        isFirst
        ? apply(charged, volatile)
        : footprint(charged: charged, volatile: volatile)
      isFirst = false
      if answer.mustPurge > 0 {
        purge(atLeast: ByteCount(answer.mustPurge))
      } else if answer.mustPageOut > 0 {
        pageOut(atLeast: ByteCount(answer.mustPageOut))
      }
    } while !answer.isFinal
    obey(answer)
  }

  /// Makes pictures that are no longer used available to the system.
  func noteVolatile() { _ = count() }

  /// Returns the bytes that the app is charged for, and those that the system may take.
  private func count() -> (charged: Int, volatile: Int) {
    let active = Set(activePictures().map(\.number))
    var alive: [Int: Picture] = [:]
    for picture in activePictures() + idlePictures() { alive[picture.number] = picture }
    for (number, picture) in decodedPictures where alive[number] == nil {
      if !picture.wasShown { records.wasted.append(picture.decode) }
      purgeable.remove(number)
      pageable.remove(number)
    }
    decodedPictures = alive.filter { $0.value.isDecoded }
    var charged = assets.count * ReferenceAsset(scenario.device).bitmap + loader.placeholder
    var volatile = 0
    for picture in alive.values.sorted(by: { $0.number < $1.number }) {
      let bitmap = costs[picture.rendition].bitmap
      let isVolatile =
        picture.isDecoded && isPurgeable(picture) && !active.contains(picture.number)
      if isVolatile, !picture.isVolatile {
        purgeable.setVolatile(
          picture.number, bytes: ByteCount(bitmap), group: loader.purgeGroup,
          behavior: behavior)
      }
      if !isVolatile, picture.isVolatile { _ = purgeable.setNonvolatile(picture.number) }
      picture.isVolatile = isVolatile
      page(picture, isIdle: picture.isDecoded && !active.contains(picture.number))
      if isVolatile {
        volatile += bitmap
      } else if picture.isDecoded || picture.isDestination {
        charged += bitmap
      } else if picture.file == nil {
        charged += picture.bytes.bytes
      }
    }
    return (charged, volatile)
  }

  /// Makes an idle bitmap available to swap, if there is swap, and brings it back when it is used.
  private func page(_ picture: Picture, isIdle: Bool) {
    guard let swap = scenario.device.memory.swap, !isPurgeable(picture) else { return }
    let bytes = costs[picture.rendition].bitmap
    if isIdle, !picture.isPagedOut, !pageable.isVolatile(picture.number) {
      pageable.setVolatile(picture.number, bytes: ByteCount(bytes), group: 0, behavior: .fifo)
    }
    guard !isIdle else { return }
    pageable.remove(picture.number)
    if picture.isPagedOut {
      picture.isPagedOut = false
      records.pagedIn += bytes
      if !isAccessing { work(\.paging, swap.pageTime(of: ByteCount(bytes))) }
    }
  }

  /// Moves bitmaps to swap, the ones released first in front.
  private func pageOut(atLeast wanted: ByteCount) {
    var paged: [Int] = []
    pageable.purge(atLeast: wanted) { paged.append($0) }
    for number in paged {
      guard let picture = decodedPictures[number] else { continue }
      pageable.remove(number)
      picture.isPagedOut = true
      records.pagedOut += costs[picture.rendition].bitmap
    }
  }

  private var behavior: PurgeableMemory.Behavior {
    switch loader.purgeable {
    case .system, .never, .fifo: .fifo
    case .lifo: .lifo
    case .obsolete: .obsolete
    }
  }

  /// Purges whole bitmaps: to their encoded bytes, if these are still present, or for good.
  private func purge(atLeast wanted: ByteCount) {
    var purged: [Int] = []
    purgeable.purge(atLeast: wanted) { purged.append($0) }
    let pictures = purged.compactMap { decodedPictures.removeValue(forKey: $0) }
    for picture in pictures {
      records.purges += 1
      records.purgedBytes += costs[picture.rendition].bitmap
      heap.held.removeAll { $0 === picture }
      if !picture.wasShown { records.wasted.append(picture.decode) }
      _ = purgeable.setNonvolatile(picture.number)
      (picture.isVolatile, picture.isDecoded, picture.isDestination) = (false, false, false)
    }
    for picture in pictures where !keepsSource {
      for cell in pool where cell.picture === picture { cell.picture = nil }
      if cached[picture.key] === picture {
        model?.remove(picture.key, because: .discarded)
        followRemovals(settles: false)
      }
    }
  }

  private func obey(_ answer: ReferenceMemory.Answer) {
    records.killedApps += answer.killedApps
    if answer.warns {
      records.warnings += 1
      pressureChanged(to: .warning)
    }
    if let death = answer.death, records.death == nil { records.death = (now, .memory(death)) }
  }

  func otherProcessesChanged(by bytes: Int) {
    settle { _, _ in memory.otherProcessesChanged(by: bytes) }
  }

  /// Reports pressure at the next frame, or at once in the background.
  func pressureChanged(to level: PressureLevel) {
    pressure.append(level)
    if isInBackground { deliverPressure() }
  }

  func deliverPressure() {
    let levels = pressure
    pressure = []
    for level in levels {
      model?.pressureChanged(to: level, at: now)
      followRemovals()
      if level > .normal {
        dropAssets()
        context.hadWarning = true
      }
    }
    if !levels.isEmpty { warningWasAnswered() }
  }

  /// Applies the rules that the system put off until the app had released what it could.
  func warningWasAnswered() { settle { _, _ in memory.warningWasAnswered() } }
}
