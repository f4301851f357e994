import BasicContainers
import ScrollCore

/// Which decode lanes work, and how long each has worked so far.
///
/// A loader has as many lanes as it asks for, but no more than the device has performance cores:
/// six threads on two cores decode no more than two do. A decode takes longer for each other lane
/// that works when it begins, as the device's figures say; the lanes do not slow the main thread,
/// which has a core of its own in this model.
struct DecodeLanes: ~Copyable {
  enum Lane {}

  private let count: Int
  /// How much longer a decode takes for each other lane that works.
  private let sideBySide: Double
  /// One bit each.
  private var free: UInt64
  /// When a lane began what it does now, and what it did before that, in nanoseconds.
  private var since: RigidArray<Int64>
  private var busy: RigidArray<Int64>
  /// What a lane works at, and how often it was given work: what it was stopped at is not done later.
  private var loads: RigidArray<LoadIndex>
  private var jobs: RigidArray<UInt32>
  /// What was finished.
  private var decodes = 0, decode: Int64 = 0, encode: Int64 = 0

  /// Lanes that have nothing to do.
  /// - Precondition: at least one core.
  init(_ requested: Int, cores: Int, sideBySide: Double = 0) {
    self.sideBySide = sideBySide
    precondition(cores > 0, "a device with \(cores) cores")
    count = min(64, cores, requested > 0 ? requested : cores)
    free = .max >> UInt64(64 - count)
    since = RigidArray(repeating: 0, count: count)
    busy = RigidArray(repeating: 0, count: count)
    loads = RigidArray(repeating: .none, count: count)
    jobs = RigidArray(repeating: 0, count: count)
  }

  /// Bits for a lane, and those for how often it was given work.
  private static let laneBits: UInt32 = 6, jobBits: UInt32 = 24

  /// A lane works at a load; what says so when it is done, in 30 bits.
  mutating func schedule(_ load: LoadIndex, on lane: LaneIndex) -> UInt32 {
    loads[lane.position] = load
    jobs[lane.position] = (jobs[lane.position] + 1) & (1 << Self.jobBits - 1)
    return jobs[lane.position] << Self.laneBits | UInt32(lane.number)
  }

  /// The load that a lane is done with; nil if it was stopped.
  func load(of schedule: UInt32) -> LoadIndex? {
    let lane = Int(schedule & (1 << Self.laneBits - 1))
    return jobs[lane] == schedule >> Self.laneBits ? loads[lane] : nil
  }

  /// A lane stops before it is done.
  mutating func stop(_ lane: LaneIndex, at time: Int64) {
    jobs[lane.position] = (jobs[lane.position] + 1) & (1 << Self.jobBits - 1)
    giveBack(lane, at: time)
  }

  var hasFree: Bool { free != 0 }

  /// What a decode that begins now takes longer because other lanes work.
  func slowing(_ duration: Int64) -> Int64 {
    guard sideBySide > 0 else { return 0 }
    let others = count - free.nonzeroBitCount
    return Int64((Double(duration) * sideBySide * Double(others)).rounded())
  }

  /// The lowest free lane begins to work.
  /// - Precondition: there is one.
  mutating func take(at time: Int64) -> LaneIndex {
    precondition(hasFree, "every lane works")
    let lane = free.trailingZeroBitCount
    free &= free - 1
    since[lane] = time
    return LaneIndex(lane)
  }

  /// A lane is done.
  mutating func giveBack(_ lane: LaneIndex, at time: Int64) {
    free |= 1 << UInt64(lane.number)
    busy[lane.position] += time - since[lane.position]
  }

  mutating func didEncode(for duration: Int64) { encode += duration }

  mutating func didDecode(for duration: Int64) {
    decodes += 1
    decode += duration
  }

  /// Writes the figures down.
  func report(into work: inout RunReport.Work) {
    work.laneDecodes = decodes
    work.laneDecode = SimTime(nanoseconds: decode)
    work.laneEncode = SimTime(nanoseconds: encode)
    work.laneBusy = busy.indices.map { SimTime(nanoseconds: busy[$0]) }
  }

  /// Whatever lanes do is over, because the process or the run is.
  mutating func giveBackAll(at time: Int64) {
    for lane in LaneIndex.first(count) where free & (1 << UInt64(lane.number)) == 0 {
      giveBack(lane, at: time)
    }
  }
}
