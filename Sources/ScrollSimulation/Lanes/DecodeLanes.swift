import BasicContainers
import ScrollCore

/// The decode lanes (threads that decode images): their state, and their busy times so far.
///
/// A loader has as many lanes as it requests, but no more than the device has performance cores:
/// six threads on two cores decode no more than two do. A decode takes longer for each other lane
/// that is busy when the decode begins, by the factor `sideBySide` of the device. The lanes do not
/// slow the main thread, which has its own core in this model.
struct DecodeLanes: ~Copyable {
  enum Lane {}

  private let count: Int
  /// The relative increase of a decode time for each other lane that works.
  private let sideBySide: Double
  /// The free lanes, one bit each.
  private var free: UInt64
  /// The time at which each lane began its present work, in nanoseconds.
  private var since: RigidArray<Int64>
  /// The busy time of each lane before its present work, in nanoseconds.
  private var busy: RigidArray<Int64>
  /// The load that each lane works on.
  private var loads: RigidArray<LoadIndex>
  /// The number of jobs that each lane has begun; a completion event of an earlier job is ignored.
  private var jobs: RigidArray<UInt32>
  /// The counts and times of finished work.
  private var decodes = 0, decode: Int64 = 0, encode: Int64 = 0

  /// Returns a copy that shares no state.
  func copy() -> DecodeLanes {
    DecodeLanes(
      count: count, sideBySide: sideBySide, free: free, since: since.clone(), busy: busy.clone(),
      loads: loads.clone(), jobs: jobs.clone(), decodes: decodes, decode: decode, encode: encode)
  }
}

extension DecodeLanes {
  /// Creates idle lanes.
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

  /// The number of bits of an event's payload for the lane, and for the lane's job number.
  private static let laneBits: UInt32 = 6, jobBits: UInt32 = 24

  /// Assigns a load to a lane and returns the payload of its completion event, in 30 bits.
  mutating func schedule(_ load: LoadIndex, on lane: LaneIndex) -> UInt32 {
    loads[lane.position] = load
    jobs[lane.position] = (jobs[lane.position] + 1) & (1 << Self.jobBits - 1)
    return jobs[lane.position] << Self.laneBits | UInt32(lane.number)
  }

  /// Returns the load that a completion event concerns; `nil` if the job was stopped.
  func load(of schedule: UInt32) -> LoadIndex? {
    let lane = Int(schedule & (1 << Self.laneBits - 1))
    return jobs[lane] == schedule >> Self.laneBits ? loads[lane] : nil
  }

  /// Stops a lane before it has finished.
  mutating func stop(_ lane: LaneIndex, at time: Int64) {
    jobs[lane.position] = (jobs[lane.position] + 1) & (1 << Self.jobBits - 1)
    giveBack(lane, at: time)
  }

  var hasFree: Bool { free != 0 }

  /// Returns the additional time of a decode that begins now, because other lanes are busy.
  func slowing(_ duration: Int64) -> Int64 {
    guard sideBySide > 0 else { return 0 }
    let others = count - free.nonzeroBitCount
    return Int64((Double(duration) * sideBySide * Double(others)).rounded())
  }

  /// Starts the lowest free lane.
  /// - Precondition: a lane is free.
  mutating func take(at time: Int64) -> LaneIndex {
    precondition(hasFree, "every lane works")
    let lane = free.trailingZeroBitCount
    free &= free - 1
    since[lane] = time
    return LaneIndex(lane)
  }

  /// Frees a lane that has finished.
  mutating func giveBack(_ lane: LaneIndex, at time: Int64) {
    free |= 1 << UInt64(lane.number)
    busy[lane.position] += time - since[lane.position]
  }

  mutating func didEncode(for duration: Int64) { encode += duration }

  mutating func didDecode(for duration: Int64) {
    decodes += 1
    decode += duration
  }

  /// Writes the figures to a report.
  func report(into work: inout RunReport.Work) {
    work.laneDecodes = decodes
    work.laneDecode = SimTime(nanoseconds: decode)
    work.laneEncode = SimTime(nanoseconds: encode)
    work.laneBusy = busy.indices.map { SimTime(nanoseconds: busy[$0]) }
  }

  /// Frees all lanes, because the process or the run has ended.
  mutating func giveBackAll(at time: Int64) {
    for lane in LaneIndex.first(count) where free & (1 << UInt64(lane.number)) == 0 {
      giveBack(lane, at: time)
    }
  }
}
