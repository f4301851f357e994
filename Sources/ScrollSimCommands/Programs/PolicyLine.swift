import ScrollCaching
import ScrollCore

/// What a program is told and asked, each as a line of JSON.
enum PolicyLine {
  /// What the first line of either side names.
  static let protocolName = "scrollsim-policy", version = 1

  static func hello(_ setup: PolicySetup) -> String {
    let clock = setup.clock == .requests ? "requests" : "simulation"
    return #"{"protocol":"\#(protocolName)","version":\#(version),"op":"hello","#
      + #""images":\#(setup.imageCount),\#(limits(setup.limits)),"seed":\#(setup.seed),"#
      + #""clock":"\#(clock)"}"#
  }

  static func hit(_ request: Request) -> String { #"{"op":"hit",\#(about(request))}"# }

  static func miss(_ request: Request) -> String { #"{"op":"miss",\#(about(request))}"# }

  static func insert(_ request: Request, as admission: Admission) -> String {
    #"{"op":"insert",\#(about(request)),"as":"\#(admission)"}"#
  }

  static func remove(_ image: ImageID) -> String { #"{"op":"remove","key":\#(image.index)}"# }

  static func admit(_ request: Request, as admission: Admission) -> String {
    #"{"op":"admit",\#(about(request)),"as":"\#(admission)"}"#
  }

  static func warning(_ level: PressureLevel) -> String {
    #"{"op":"warning","level":"\#(level)"}"#
  }

  /// The question for a victim, with the residents that must not be named.
  static func victim(sparing pinned: [Int]) -> String {
    guard !pinned.isEmpty else { return #"{"op":"victim"}"# }
    let list = pinned.map { "\($0)" }.joined(separator: ",")
    return #"{"op":"victim","pinned":[\#(list)]}"#
  }

  static func changed(_ limits: CacheLimits) -> String {
    #"{"op":"limits",\#(self.limits(limits))}"#
  }

  static func viewport(_ viewport: Viewport) -> String {
    let direction = viewport.direction == .forward ? "forward" : "backward"
    return #"{"op":"viewport","lower":\#(viewport.lower),"upper":\#(viewport.upper),"#
      + #""velocity":\#(viewport.velocity),"direction":"\#(direction)","#
      + #""phase":"\#(viewport.phase)","time":\#(viewport.time.nanoseconds)}"#
  }

  /// Where every item lies, and which image it shows.
  static func placement(_ placement: ItemPlacement) -> String {
    let items = placement.starts.indices.map { item in
      "[\(placement.starts[item]),\(placement.ends[item]),\(placement.images[item].index)]"
    }
    let list = items.joined(separator: ",")
    return #"{"op":"placement","items":[\#(list)]}"#
  }

  private static func about(_ request: Request) -> String {
    #""key":\#(request.image.index),"cost":\#(request.cost),"time":\#(request.time.nanoseconds)"#
  }

  private static func limits(_ limits: CacheLimits) -> String {
    let cost = limits.cost.map { "\($0)" } ?? "null"
    let count = limits.count.map { "\($0)" } ?? "null"
    return #""cost":\#(cost),"count":\#(count)"#
  }
}
