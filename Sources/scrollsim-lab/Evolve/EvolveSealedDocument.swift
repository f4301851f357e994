import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// What was found when the sealed scenes were opened, as JSON has it.
struct EvolveSealedDocument: Encodable {
  /// What the winner saves, as shares of what the opponent stalls.
  struct Gain: Encodable {
    let sessions: Int
    let share: Double
    /// The ends of a two-sided interval of 95 %; null where too few sessions differ.
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ gain: PairedGain) {
      sessions = gain.certainty.sessions
      share = gain.share
      low = gain.interval?.lowerBound
      high = gain.interval?.upperBound
    }
  }

  struct Device: Encodable {
    let device: String
    let gain: Gain
  }

  struct Opening: Encodable {
    /// What the store knows the scenes by.
    let scenes: String
    /// Which opening of them it was, from 1.
    let number: Int
    /// Runs of the sealed sessions that the store had before.
    let earlierRuns: Int
    let isSealed: Bool
  }

  struct Band: Encodable {
    let draws: Int
    @OrNull var low: Double?
    @OrNull var high: Double?
    /// Whether the gain exceeds what the errors of the devices' figures leave open.
    let isExceeded: Bool
  }

  struct Bound: Encodable {
    @OrNull var provenLoss: Double?
    @OrNull var reachedLoss: Double?
    /// Of the way from the opponent to what was reached; null where there is none.
    @OrNull var shareOfWay: Double?
  }

  let opening: Opening
  let gain: Gain
  let devices: [Device]
  let hindsight: EvolveDocument.Row
  /// Null where no draws were asked for.
  @OrNull var band: Band?
  let bound: Bound

  init(_ finding: SealedFinding) {
    opening = Opening(
      scenes: "\(finding.opening.scenes)", number: finding.opening.number,
      earlierRuns: finding.opening.earlierRuns, isSealed: finding.opening.isFirst)
    gain = Gain(finding.gain)
    devices = finding.devices.map { Device(device: $0.device, gain: Gain($0.gain)) }
    hindsight = EvolveDocument.Row(finding.hindsight)
    band = finding.band.map {
      Band(
        draws: $0.draws, low: $0.band?.low, high: $0.band?.high, isExceeded: $0.isKnown)
    }
    bound = Bound(
      provenLoss: finding.bound.proven, reachedLoss: finding.bound.reached,
      shareOfWay: finding.bound.share)
  }
}
