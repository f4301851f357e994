import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

/// The hypothetical changes that remove one resource each as a cause.
///
/// An instant resource takes no time and has no limit. Everything else stays unchanged. For
/// example, a loader's own limit of downloads per second also holds with an ideal network.
struct Ideals {
  let now: RunCase
  let catalogs: SweepCatalogs

  /// A bandwidth in bytes per second at which every image takes less than a nanosecond.
  private static let boundless = 1e18

  var trials: [Trial] {
    var trials = [flash, decode, mainThread]
    if now.scenario.downloads { trials.insert(network, at: 0) }
    if now.policy != nil { trials.append(contentsOf: cache) }
    if now.loading.cache { trials += prefetches }
    return trials
  }

  private func trial(_ ideal: Ideal, _ adjust: @escaping @Sendable (inout Scenario) -> Void)
    -> Trial
  {
    Trial(.ideal(ideal), ideal.words, now, adjust: adjust)
  }

  /// A network without latency, loss and failures, with the same number of connections.
  private var network: Trial {
    trial(.network) {
      var ideal = NetworkProfile.ideal
      ideal.connections = $0.network.connections
      $0.network = ideal
    }
  }

  private var flash: Trial {
    trial(.flash) { $0.device.flash = FlashStorage(latency: .zero, bandwidth: Self.boundless) }
  }

  /// Instant decoding, redrawing and encoding, on any thread.
  private var decode: Trial {
    trial(.decode) {
      $0.device.decode = $0.device.decode.mapValues { _ in
        .linear(fixed: 0, perMegapixel: 0, perMegabyte: 0)
      }
      $0.device.mainThread.redrawBandwidth = Self.boundless
      $0.device.mainThread.pngEncodePerMegapixel = .zero
    }
  }

  /// A main thread without work: cells and uploads take no time, and the loader's work is in the
  /// background.
  private var mainThread: Trial {
    trial(.mainThread) {
      $0.device.mainThread.cellWork = .zero
      $0.device.mainThread.uploadBandwidth = Self.boundless
      $0.device.mainThread.lazyUploadBandwidth = Self.boundless
      $0.loader.read = .background
      $0.loader.download = .background
      $0.loader.decodeOn = .background
      if $0.loader.decode == .lazy { $0.loader.decode = .imageIO }
      $0.loader.interfaceAssets = 0
    }
  }

  /// A cache that never evicts, on a device with unlimited memory.
  private var cache: [Trial] {
    guard let policy = try? catalogs.policies.choose("unbounded") else { return [] }
    var changed = now
    changed.policy = policy
    changed.budget = nil
    return [
      Trial(.ideal(.cache), Ideal.cache.words, changed) {
        let plenty = ByteCount(1 << 50)
        $0.device.memory.total = plenty
        $0.device.memory.appLimit = plenty
        $0.loader.purgeable = .never
      }
    ]
  }

  /// Clairvoyant prefetchers with several distances, since the best distance depends on the device.
  private var prefetches: [Trial] {
    ["0.5", "1", "2", "5"].compactMap { seconds in
      guard let choice = try? catalogs.prefetchers.choose("clairvoyant:seconds=\(seconds)") else {
        return nil
      }
      var changed = now
      changed.prefetcher = choice
      return Trial(.ideal(.prefetch), "clairvoyant prefetch, \(seconds) s ahead", changed)
    }
  }
}
