import ScrollCore
import ScrollDevice

/// What may be said of images that come back on screen: whether anything, and from when on the
/// cache alone has them.
struct RevisitRules {
  /// So many screens after an image has left the viewport, no cell holds it any more.
  let release: Int
  /// Whether all requests for an image share its load.
  let sharesLoads: Bool
  /// Whether a download ends when nothing waits for it.
  let cancels: Bool

  /// The rules of a scenario; nil where an image may come back from somewhere else than the cache.
  ///
  /// That is where something is fetched ahead: then a load that nobody waits for may be on its
  /// way as long as it likes, and takes nothing of the budget. Where cells keep old pictures, or
  /// take those of others. And where a request is followed by further ones, as for a second
  /// rendition or a reloaded row.
  init?(_ prepared: PreparedScenario, visible: Int) {
    let (scenario, loader) = (prepared.scenario, prepared.scenario.loader)
    let usesContent = scenario.events.contains {
      if case .beginAccess = $0.event { true } else { false }
    }
    guard !prepared.fetchesAhead, loader.variants == .none, loader.key != .fileName,
      !loader.nullEntries, loader.recycledCellCheck, loader.clearOnReuse, !loader.reloadRow,
      !loader.reloadFailedRow, loader.refreshesJoined, !usesContent,
      let frame = prepared.longestFrame(visible: visible)
    else { return nil }
    release = Int(frame)
    sharesLoads = loader.coalescing && loader.key == .image && !loader.timeStamps
    let staysInFront = !scenario.events.contains { $0.event == .background }
    cancels =
      loader.cancelOnLeave && loader.cancelQueued && loader.cancelDownload && staysInFront
  }
}
