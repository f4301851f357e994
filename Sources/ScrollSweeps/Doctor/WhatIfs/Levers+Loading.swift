import ScrollCore
import ScrollDevice
import ScrollSimulation

// Levers that are settings of the loader.
extension Levers {
  var loaderChanges: [Trial] { (connections + lanes + orders + threads).compactMap { $0 } }

  private var connections: [Trial?] {
    guard now.scenario.downloads else { return [] }
    let (loading, most) = (now.loading, now.network.connections)
    let own = loading.connections == 0 ? most : min(loading.connections, most)
    var trials: [Trial?] = []
    if own < most {
      trials.append(
        loaderTrial(.connections, "all \(most) connections of the network", ["connections": "0"]))
    }
    if own > 1 {
      trials.append(
        loaderTrial(
          .connections, "\(Words.count((own + 1) / 2, "connection")) in place of \(own)",
          ["connections": "\((own + 1) / 2)"]))
    }
    if loading.rateLimit > 0 {
      trials.append(
        loaderTrial(.connections, "no limit of downloads per second", ["rateLimit": "0"]))
    }
    return trials
  }

  private var lanes: [Trial?] {
    let (loading, cores) = (now.loading, now.device.performanceCores)
    guard loading.decodeOn == .background else { return [] }
    let own = loading.lanes == 0 ? cores : min(loading.lanes, cores)
    return [
      own < cores ? loaderTrial(.lanes, "\(cores) decode lanes, one a core", ["lanes": "0"]) : nil,
      own > 1 ? loaderTrial(.lanes, "1 decode lane in place of \(own)", ["lanes": "1"]) : nil,
    ]
  }

  private var orders: [Trial?] {
    let loading = now.loading
    return [
      loading.order == .fifo
        ? loaderTrial(.order, "the latest request first", ["order": "lifo"]) : nil,
      loading.cancelOnLeave
        ? nil : loaderTrial(.order, "cancelling what has left", ["cancelOnLeave": "true"]),
    ]
  }

  /// What the main thread does in the background, where it does any of it.
  private var threads: [Trial?] {
    let loading = now.loading
    var settings: [String: String] = [:]
    if loading.read == .main { settings["read"] = "background" }
    if loading.download == .main { settings["download"] = "background" }
    if loading.decodeOn == .main { settings["decodeOn"] = "background" }
    if loading.decode == .lazy { settings["decode"] = Loader.Redraw.imageIO.rawValue }
    guard !settings.isEmpty else { return [] }
    return [loaderTrial(.threads, "reading and decoding in the background", settings)]
  }

  /// The run with other settings of its loader; nil where that has none of them.
  func loaderTrial(_ lever: Lever, _ text: String, _ settings: [String: String]) -> Trial? {
    let added = settings.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let kept = now.loader.settings.pairs.filter { settings[$0.name] == nil }
    guard
      let choice = try? catalogs.loaders.choose(now.loader.entry.name, adding: kept + added),
      choice.settings != now.loader.settings
    else { return nil }
    var changed = now
    changed.loader = choice
    guard changed.loading.objection(to: now.scenario.images) == nil else { return nil }
    return Trial(.lever(lever), text, changed)
  }
}
