import Foundation
import ScrollPages
import ScrollTraces
import Synchronization

/// Measurements of the machine that need no code outside of Swift and its libraries.
///
/// In each round every probe runs once while the other decode lanes are idle, and once while they
/// are busy. So a change of the machine's speed affects all probes. Each probe is measured in
/// processor time of its thread and in wall-clock time.
struct MachineMeasurement {
  let times: [ProbeTimes]
  let rounds: Int
  /// The number of other lanes that were busy; 0 if there is only one core.
  let lanes: Int
  /// The number of freed bytes that the allocator keeps, so that their next use needs no first
  /// touch.
  let kept: Int
  /// Notes about figures that could not be measured, a sentence each.
  let notes: [String]

  private static let mostRounds = 60
  private static let leastRounds = 5
  private static let seconds = 12.0

  /// Measures the machine, which takes about fifteen seconds.
  /// - Parameter folder: The folder for the files that are read.
  /// - Throws: `CommandError` if there is no space for files or memory.
  init(folder: String) throws(CommandError) {
    let set = try MachineProbes(folder: folder)
    var notes = set.noColdReads.map { [$0] } ?? []
    lanes = ProcessInfo.processInfo.activeProcessorCount - 1
    if lanes == 0 {
      notes.append("there is only one core, so decode lanes cannot work in parallel")
    }
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

  /// Returns the fit to the times of one kind of work; `nil` if it could not be measured.
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

  /// The increase in the time of a stand-in decode for each other busy lane, and the relative
  /// standard error of the increase; `nil` if there is only one core, or a time could not be
  /// measured.
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

/// Threads that run stand-in decodes in parallel until they are stopped.
final class BusyLanes: Sendable {
  private let isOver = Atomic(false)
  private let threads = DispatchGroup()

  /// Starts a number of threads.
  init(_ count: Int) {
    for _ in 0..<count {
      threads.enter()
      let thread = Thread { [self] in
        if var decoder = try? StandInDecode() {
          while !isOver.load(ordering: .relaxed) { decoder.decode() }
        }
        threads.leave()
      }
      thread.start()
    }
  }

  /// Stops the threads and waits until all have ended.
  func stop() {
    isOver.store(true, ordering: .relaxed)
    threads.wait()
  }
}

/// A measurement of the freed memory that the allocator keeps, whose next use needs no first touch.
enum KeptMemory {
  /// The size of one bitmap in bytes.
  ///
  /// An amount is allocated, touched and freed as several bitmaps.
  static let bitmap = 4 << 20
  static let most = 256 << 20

  /// Tries growing amounts, each a few times.
  ///
  /// The trials end when touching an amount again takes more than half of the time of a first
  /// touch.
  /// - Parameter firstTouch: The rate of a first touch, in bytes per second.
  /// - Returns: the largest amount that was kept.
  static func measure(firstTouch: Double) -> Int {
    var kept = 0
    var amount = bitmap
    while amount <= most {
      let fresh = Double(amount) / firstTouch * 1e3
      // An allocator may adapt in the first rounds.
      let times = (0..<5).map { _ in touchTime(amount) }.suffix(3)
      guard let time = times.min(), time < fresh / 2 else { break }
      kept = amount
      amount *= 2
    }
    return kept
  }

  /// Returns the processor time, in milliseconds, to touch new bitmaps of a number of bytes.
  private static func touchTime(_ amount: Int) -> Double {
    var bitmaps: [UnsafeMutableRawPointer] = []
    for _ in 0..<(amount / bitmap) {
      if let place = malloc(bitmap) { bitmaps.append(place) }
    }
    let time = WorkTime.of {
      for place in bitmaps { MachineMemory.touch(place, bitmap) }
    }
    for place in bitmaps { free(place) }
    return time.cpu
  }
}

/// The time of some work, in milliseconds.
struct WorkTime {
  /// The processor time of this thread alone, without other work on the machine.
  var cpu: Double
  /// The wall-clock time, including waits.
  var wall: Double

  /// Measures the time of some work.
  static func of(_ work: () -> Void) -> WorkTime {
    let start = WorkTime(cpu: read(CLOCK_THREAD_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    work()
    let end = WorkTime(cpu: read(CLOCK_THREAD_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    return WorkTime(cpu: end.cpu - start.cpu, wall: end.wall - start.wall)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
