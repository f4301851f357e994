import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

/// The changes that nobody can make, each of which takes one resource away as a cause.
///
/// What is instant takes no time and has no limit; everything else stays as it is, so that a
/// loader's own limit of downloads per second holds with an ideal network, too.
struct Ideals {
  let now: RunCase
  let catalogs: SweepCatalogs

  /// So many bytes a second that no image takes a nanosecond.
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

  /// No latency, no loss, no failures, as many connections as ever.
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

  /// Decoding, redrawing and encoding, on whatever thread.
  private var decode: Trial {
    trial(.decode) {
      $0.device.decode = $0.device.decode.mapValues { _ in
        .linear(fixed: 0, perMegapixel: 0, perMegabyte: 0)
      }
      $0.device.mainThread.redrawBandwidth = Self.boundless
      $0.device.mainThread.pngEncodePerMegapixel = .zero
    }
  }

  /// Cells and uploads take no time; what the loader does on the main thread is done elsewhere.
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

  /// A dictionary that never evicts, on a device whose memory never ends.
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

  /// How far to look ahead depends on the device: several are tried.
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
