// As much of MetricKit as the snippets of MeasuredRuns use, written from its documentation.
import Foundation

final class MXAnimationMetric {
  let scrollHitchTimeRatio = Measurement(value: 3.5, unit: Unit(symbol: "ms per s"))
}

final class MXMetricPayload {
  let animationMetrics: MXAnimationMetric?

  init(_ animationMetrics: MXAnimationMetric?) { self.animationMetrics = animationMetrics }
}

final class HitchTimeRatio: Dimension, @unchecked Sendable {
  override static func baseUnit() -> HitchTimeRatio {
    HitchTimeRatio(symbol: "ms per s", converter: UnitConverterLinear(coefficient: 1))
  }
}

struct HitchTimeMetric {
  let ratio = Measurement(value: 2.25, unit: HitchTimeRatio.baseUnit())
  let totalHitchTime = Measurement(value: 0.125, unit: UnitDuration.seconds)
}

enum MetricResult {
  case hitchTime(HitchTimeMetric)
  case other
}

@main enum Snippets {
  static func main() {
    if CommandLine.arguments.last == "27" {
      printHitches(.other)
      printHitches(.hitchTime(HitchTimeMetric()))
    } else {
      didReceive([MXMetricPayload(nil), MXMetricPayload(MXAnimationMetric())])
    }
  }
}
