import ScrollCore
import ScrollDevice
import ScrollSimulation

/// A second account of a run, only from its log: loads, lanes, connections, requests, frames.
struct LogAccount {
  /// A lane, a connection or the flash channel.
  private struct Server: Hashable {
    var stage: RunEvent.LoadStage
    var lane: Int
  }

  private let limits: [RunEvent.LoadStage: Int]
  /// A Boolean value that indicates whether the log has every prefetch.
  ///
  /// It does not have those of a launch, nor those that fail on the main thread.
  private let hasPrefetches: Bool
  /// The loads of the process, the busy servers with the start of their work, and the time that
  /// each has worked.
  private var open: Set<Int32> = []
  private var busy: [Server: (load: Int32, since: SimTime)] = [:]
  private var worked: [Server: Int64] = [:]
  private var (started, prefetched, ended, dropped) = (0, 0, 0, 0)
  private var frames = 0, appearances = 0
  private var (asked, hits, live, joined, loading, displayed) = (0, 0, 0, 0, 0, 0)
  private(set) var faults: [String] = []

  /// Reads the log of a run and compares it with the report.
  init(_ scenario: Scenario, _ log: RunLog, _ report: RunReport) {
    let (loader, device) = (scenario.loader, scenario.device)
    let cores = device.performanceCores
    var connections = scenario.network.connections
    if loader.connections > 0 { connections = min(connections, loader.connections) }
    limits = [
      .decoding: loader.lanes == 0 ? cores : min(loader.lanes, cores),
      .transferring: connections, .reading: 1,
    ]
    hasPrefetches =
      loader.read == .background && loader.download == .background && loader.preload == 0
    for entry in log.entries { read(entry) }
    compare(with: report, end: log.entries.last?.time ?? .zero)
  }

  private mutating func read(_ entry: RunLog.Entry) {
    switch entry.event {
    case .started(let load, _, _, _, let isPrefetch):
      started += 1
      prefetched += isPrefetch ? 1 : 0
      open.insert(load)
    case .finished(let load, _), .cancelled(let load):
      ended += open.remove(load) == nil ? 0 : 1
    case .stage(let load, let stage, let lane, _):
      take(Server(stage: stage, lane: lane), load, at: entry.time)
    case .done(let load, let stage, let lane):
      giveBack(Server(stage: stage, lane: lane), load, at: entry.time)
    case .launched: endProcess(at: entry.time)
    case .frame: frames += 1
    case .repeatedFrames(let count): frames += count
    case .appeared: appearances += 1
    case .asked(_, _, let outcome):
      asked += 1
      switch outcome {
      case .hit: hits += 1
      case .live: live += 1
      case .joined: joined += 1
      case .started, .givenUp: loading += 1
      }
    case .displayed: displayed += 1
    default: break
    }
  }

  private mutating func take(_ server: Server, _ load: Int32, at time: SimTime) {
    if server.lane >= limits[server.stage] ?? 0 {
      fail("servers: \(server) works for load \(load) at \(time); there are \(limits)")
    }
    if let other = busy[server] {
      fail("servers: \(server) takes load \(load) at \(time) and still has \(other.load)")
    }
    busy[server] = (load, time)
  }

  private mutating func giveBack(_ server: Server, _ load: Int32, at time: SimTime) {
    guard let work = busy.removeValue(forKey: server), work.load == load else {
      return fail("servers: \(server) is done with load \(load) at \(time), which it had not")
    }
    worked[server, default: 0] += (time - work.since).nanoseconds
  }

  /// Closes what a process leaves behind.
  private mutating func endProcess(at time: SimTime) {
    dropped += open.count
    open = []
    for (server, work) in busy where server.stage == .decoding {
      worked[server, default: 0] += (time - work.since).nanoseconds
    }
    busy = [:]
  }

  private mutating func compare(with report: RunReport, end: SimTime) {
    let requests = report.requests
    expect("loads", started, ended + dropped + open.count)
    let issued = report.prefetch.issued
    expect("prefetches", prefetched, hasPrefetches ? issued : min(issued, prefetched))
    expect("frames", frames, report.frames)
    expect("appearances", appearances, report.stalls.appearances)
    expect("requests", asked, requests.count)
    expect("hits", hits, requests.hits)
    expect("live hits", live, requests.liveHits)
    expect("joined", joined, requests.joined)
    expect("started", loading, requests.started)
    // A picture may be displayed again without a request.
    expect("displayed", max(displayed, requests.displayed), displayed)
    endProcess(at: end)
    for (lane, time) in report.work.laneBusy.enumerated() {
      let own = worked[Server(stage: .decoding, lane: lane), default: 0]
      expect("busy lane", Int(own), Int(time.nanoseconds))
    }
  }

  private mutating func expect(_ name: String, _ own: Int, _ reported: Int) {
    if own != reported { fail("\(name): \(own) in the log, \(reported) in the report") }
  }

  private mutating func fail(_ fault: String) { faults.append(fault) }
}
