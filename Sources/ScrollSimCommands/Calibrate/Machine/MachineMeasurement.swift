import Foundation
import ScrollPages
import ScrollTraces

/// What Swift alone can measure of the machine that it runs on.
///
/// All probes in turn, round after round, with the other lanes idle and then busy, so that a machine
/// that changes its speed changes it for all of them. By the clock of the thread's own processor time
/// and by the clock on the wall.
struct MachineMeasurement {
  let times: [ProbeTimes]
  let rounds: Int
  /// How many other lanes were busy; 0 where there is but one core.
  let lanes: Int
  /// Bytes of freed memory that need no first touch again.
  let kept: Int
  /// What could not be had, a sentence each.
  let notes: [String]

  private static let mostRounds = 60
  private static let leastRounds = 5
  private static let seconds = 12.0

  /// Measures for some fifteen seconds.
  /// - Parameter folder: for the files that are read.
  /// - Throws: `CommandError` where there is no room for files or memory.
  init(folder: String) throws(CommandError) {
    let set = try MachineProbes(folder: folder)
    var notes = set.noColdReads.map { [$0] } ?? []
    lanes = ProcessInfo.processInfo.activeProcessorCount - 1
    if lanes == 0 { notes.append("there is one core, so that no lanes work side by side") }
    var times = set.probes.map { ProbeTimes(kind: $0.kind, bytes: $0.bytes) }
    var progress = ProgressLine()
    let clock = ContinuousClock()
    let start = clock.now
    var rounds = 0
    while rounds < Self.mostRounds,
      rounds < Self.leastRounds || (clock.now - start) / .seconds(1) < Self.seconds
    {
      for index in set.probes.indices {
        if let time = Self.time(set.probes[index]) { times[index].idle.append(time) }
      }
      if lanes > 0 {
        let busy = BusyLanes(lanes)
        for index in set.probes.indices {
          if let time = Self.time(set.probes[index]) { times[index].busy.append(time) }
        }
        busy.stop()
      }
      rounds += 1
      progress.update("round \(rounds) of at most \(Self.mostRounds)")
    }
    (self.times, self.rounds) = (times, rounds)
    let touch = Self.fit(.firstTouch, times, \.idle, \.cpu)?.bandwidth
    kept = touch.map { KeptMemory.measure(firstTouch: $0) } ?? 0
    progress.finish()
    self.notes = notes
  }

  private static func time(_ probe: MachineProbe) -> WorkTime? {
    guard probe.prepare() else { return nil }
    return WorkTime.of(probe.work)
  }

  /// The fit of one kind; nil where it could not be measured.
  func fit(
    _ kind: MachineProbe.Kind, _ lanes: KeyPath<ProbeTimes, [WorkTime]>,
    _ clock: KeyPath<WorkTime, Double>
  ) -> TransferFit? {
    Self.fit(kind, times, lanes, clock)
  }

  private static func fit(
    _ kind: MachineProbe.Kind, _ times: [ProbeTimes], _ lanes: KeyPath<ProbeTimes, [WorkTime]>,
    _ clock: KeyPath<WorkTime, Double>
  ) -> TransferFit? {
    let amounts = times.filter { $0.kind == kind }.compactMap { times -> TransferFit.Amount? in
      let found = times[keyPath: lanes].map { $0[keyPath: clock] }.filter { $0 > 0 }
      return found.isEmpty ? nil : TransferFit.Amount(bytes: times.bytes, milliseconds: found)
    }
    guard !amounts.isEmpty else { return nil }
    return TransferFit(amounts, hasLatency: kind == .coldRead || kind == .warmRead)
  }

  /// How much longer the stand-in takes for each other lane that is busy, and the standard error of
  /// that relative to it; nil where there is but one core, or no telling.
  var sideBySide: (value: Double, error: Double?)? {
    guard lanes > 0, let alone = fit(.decode, \.idle, \.cpu), let aloneRate = alone.bandwidth,
      let beside = fit(.decode, \.busy, \.cpu), let besideRate = beside.bandwidth
    else { return nil }
    let ratio = aloneRate / besideRate
    guard ratio > 1 else { return (0, nil) }
    let errors = [alone.error, beside.error].compactMap { $0 }
    let both = errors.reduce(0) { $0 + $1 * $1 }.squareRoot()
    let error = errors.count < 2 ? nil : both * ratio / (ratio - 1)
    return ((ratio - 1) / Double(lanes), error)
  }
}
