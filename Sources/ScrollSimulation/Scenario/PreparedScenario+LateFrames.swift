import ScrollCore
import ScrollDevice

extension PreparedScenario {
  /// How many vsyncs after a frame the next one comes at the latest, so many items being visible
  /// at most; nil where that has no bound.
  ///
  /// Every item may appear, be read, decoded, uploaded and paged in in one frame, each of them at
  /// the price of the most expensive image. There is no bound where the main thread downloads, or
  /// decodes whatever has come, or fetches ahead.
  package func longestFrame(visible: Int) -> Int64? {
    let (loader, device) = (scenario.loader, scenario.device)
    guard loader.download == .background, !fetchesAhead || loader.read == .background,
      loader.decodeOn == .background || loader.decodesLazily
    else { return nil }
    var perItem = 2 * device.mainThread.cellWork.nanoseconds
    if loader.interfaceAssets > 0 {
      let assets = InterfaceAssets(loader.interfaceAssets, on: device)
      perItem += assets.read + assets.decode
    }
    var dearest: Int64 = 0
    for work in works.different {
      var sum = work.upload
      if loader.read == .main { sum += max(work.read, work.storedRead) }
      if loader.leavesBitmapsToSystem || loader.decodesLazily || loader.holds == .encoded {
        sum += max(work.wholeDecode, work.storedDecode)
      }
      dearest = max(dearest, sum)
    }
    perItem += dearest
    if let swap = device.memory.swap {
      perItem += 2 * swap.pageTime(of: ByteCount(largestBitmap)).nanoseconds
    }
    let period = 1_000_000_000 / device.refreshRate
    return (Int64(visible) * perItem) / period + 3
  }

  /// Whether anything is fetched ahead.
  package var fetchesAhead: Bool { scenario.loader.cache && scenario.prefetcher != .none }
}
