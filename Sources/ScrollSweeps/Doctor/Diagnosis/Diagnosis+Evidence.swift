import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation

// What shows that something is the bottleneck, as the rest of a clause.
extension Diagnosis {
  /// What a resource would have to do, and what it can; the run with the ideal resource says what
  /// is wanted of it.
  func resourceEvidence(_ bottleneck: Bottleneck, _ ideal: RunReport) -> String {
    switch bottleneck {
    case .network: return networkEvidence(ideal.work.bytesDownloaded)
    case .flash: return flashEvidence(ideal.work.bytesRead)
    case .decode: return decodeEvidence(ideal.work)
    case .mainThread: return mainThreadEvidence
    case .policy, .budget: return ""
    }
  }

  /// `245 MiB in 52 s`.
  private func needed(_ bytes: ByteCount) -> String {
    let decimals = bytes.mebibytes < 10 ? 1 : 0
    return NumberText.mebibytes(bytes, decimals: decimals)
      + " in \(SecondsText.text(report.duration.seconds)) s"
  }

  private func flashEvidence(_ bytes: ByteCount) -> String {
    let bandwidth = run.device.flash.bandwidth
    let rate = "reads \(NumberText.fixed(bandwidth / 1e6, decimals: 0)) MB/s"
    let wanted = Double(bytes.bytes) / max(1e-9, report.duration.seconds)
    return wanted < bandwidth / 2
      ? ", it \(rate), which would do for \(needed(bytes)), \(Self.bursts)"
      : ", it would need \(needed(bytes)) and \(rate)"
  }

  /// What is enough in the mean, and yet not.
  private static let bursts = "but they come in bursts"

  /// Short of bandwidth if it would need at least half of it; else it is the round trips.
  private func networkEvidence(_ bytes: ByteCount) -> String {
    let network = run.network
    guard report.work.bytesDownloaded > .zero else { return ", over which nothing ever came" }
    let connections =
      run.loading.connections == 0
      ? network.connections : min(run.loading.connections, network.connections)
    let rates = network.greatestRate.map { Double($0) * Double(connections) } ?? .infinity
    let most = min(Double(network.bandwidth), rates)
    let rate = "carries \(Self.megabits(most)) Mbit/s"
    let wanted = Double(bytes.bytes) / max(1e-9, report.duration.seconds)
    guard wanted < most / 2 else { return ", it would need \(needed(bytes)) and \(rate)" }
    let wait = NumberText.fixed((network.latency + network.roundTrip).milliseconds, decimals: 0)
    return ", it \(rate), which would do for \(needed(bytes)), but a request waits \(wait) ms or "
      + "more for its first byte\(faults)"
  }

  /// How often the network fails, as the end of a clause.
  private var faults: String {
    let network = run.network
    return [(network.loss, "what is sent is lost"), (network.failures, "the requests fail")]
      .filter { $0.0 > 0 }
      .map { ", and \(NumberText.percent($0.0)) of \($0.1)" }.joined()
  }

  private static func megabits(_ bytes: Double) -> String {
    let megabits = bytes * 8 / 1e6
    return NumberText.fixed(megabits, decimals: megabits < 10 ? 1 : 0)
  }

  /// How long all decodes that are wanted would keep each lane busy, at the mean of those that were
  /// made, with the encoding of what they made.
  private func decodeEvidence(_ wanted: RunReport.Work) -> String {
    let (work, whole) = (report.work, report.duration.seconds)
    let made = work.laneDecodes + work.mainDecodes
    guard made > 0 else { return "" }
    let time = (work.laneDecode + work.mainDecode + work.laneEncode).seconds
    let count = wanted.laneDecodes + wanted.mainDecodes
    let onMain = run.loading.decodesOnMain
    let lanes = onMain ? 1 : max(1, work.laneBusy.count)
    let place = onMain ? "the main thread" : Words.count(lanes, "lane")
    let busy = time / Double(made) * Double(count) / Double(lanes)
    let what =
      Words.count(count, "decode") + (work.laneEncode > .zero ? " and what is encoded then" : "")
    return ", \(what) would keep \(place) busy for \(SecondsText.text(busy)) of "
      + "\(SecondsText.text(whole)) s"
      + (busy < whole / 2 ? ", which would do, \(Self.bursts)" : "")
  }

  private var mainThreadEvidence: String {
    let hitches = report.hitches
    guard hitches.count > 0 else { return "" }
    let most = hitches.causes.parts.max { $0.nanoseconds < $1.nanoseconds }
    return ", \(Words.count(hitches.count, "frame")) came late"
      + (most.map { ", most of their work being \(Self.work($0.name))" } ?? "")
  }

  /// A part of the main thread's work in words.
  private static func work(_ name: String) -> String {
    switch name {
    case "upload": "uploads"
    case "read": "reading"
    case "decode": "decoding"
    case "network": "waiting for the network"
    case "tiles": "drawing tiles"
    case "composition": "putting images together"
    default: name
    }
  }

  /// How much of the stall the cache is to blame for.
  func memoryEvidence(_ bottleneck: Bottleneck) -> String {
    let evicted = stallText(causes.hadLeft)
    let infinite = ideal(.cache).map { stallText($0.stallSeconds) } ?? "0"
    let start = ", \(evicted) s are of images that had left the cache"
    if bottleneck == .policy, let best = bestPolicy {
      return "\(start), and \(best.trial.text) at the same budget leaves "
        + "\(stallText(best.stallSeconds)) s"
    }
    let larger = levers.first { $0.lever == .budget && $0.helps }.map {
      ", and \($0.trial.text) leaves \(stallText($0.stallSeconds)) s"
    }
    return "\(start), an infinite one leaves \(infinite) s, and no policy saves most of that"
      + (larger ?? "")
  }
}

extension Loader {
  /// Whether images are decoded on the main thread.
  fileprivate var decodesOnMain: Bool { decodeOn == .main || decode == .lazy }
}
