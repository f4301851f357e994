import ScrollCore
import ScrollSimulation
import Testing

/// The published example, and the modes one after the other.
struct TextureRangeTests {
  @Test func `the ranges equal those of the published example`() {
    // 800 pt at 4000: display 3600...5600 and preload 2800...6800 going down, 3200...5200 and
    // 2000...6000 going up.
    let full = Prefetcher.named("texture-ranges:mode=full")
    let down = PlanScript(at: [4000], screen: 800).play(full)[0]
    #expect(down.items(.soon) == Array(48..<56) + (36..<40).reversed())
    #expect(down.items(.prefetch) == Array(56..<68) + (28..<36).reversed())
    let up = PlanScript(at: [4000], screen: 800, direction: .backward).play(full)[0]
    #expect(up.items(.soon) == (32..<40).reversed() + Array(48..<52))
    #expect(up.items(.prefetch) == (20..<32).reversed() + Array(52..<60))
    #expect(down.items.firstIndex { $0.urgency == .prefetch } == down.items(.soon).count)
  }

  @Test func `the minimum mode has ranges of a quarter and a half`() {
    let minimum = Prefetcher.named("texture-ranges:mode=minimum")
    let plan = PlanScript(at: [4000], screen: 800).play(minimum)[0]
    #expect(plan.items(.soon) == [48, 49, 39, 38])
    #expect(plan.items(.prefetch) == [50, 51])
  }

  @Test(arguments: ["visible-only", "low-memory"])
  func `the smallest modes plan nothing`(mode: String) {
    let plans = PlanScript(at: [4000, 4100]).play(.named("texture-ranges:mode=\(mode)"))
    #expect(plans.allSatisfy { $0.items.isEmpty })
  }

  /// The mode that a plan is of, by its length on a screen of 800 pt at a multiple of 100.
  static func mode(_ frame: PlanScript.Frame) -> Character {
    switch frame.items.count {
    case 0: "-"
    case 6: "m"
    case 32: "F"
    default: "?"
    }
  }

  /// Modes frame by frame: `=` rest, `>` a screen on; `w` a warning, `b` to the background and
  /// `f` back, at rest; `W` a warning while moving.
  @Test(arguments: [
    ("===", "mmm"), ("=>==", "mFFF"), (">>", "mF"), ("=>=w==>=", "mFF---FF"),
    ("=w=>", "m--F"), ("=>bf=>=", "mF-mmFF"), ("=>=W=>", "mFF--F"), ("=>wf>", "mF-mF"),
  ])
  func `modes follow movement, warnings and the background`(events: String, modes: String) {
    var offset = 4000.0
    var offsets: [Double] = []
    for event in events {
      if event == ">" || event == "W" { offset += 800 }
      offsets.append(offset)
    }
    var script = PlanScript(items: 200, at: offsets, screen: 800, phase: .idle)
    for (frame, event) in events.enumerated() {
      script.contexts[frame].hadMemoryWarning = event == "w" || event == "W"
      script.contexts[frame].isEnteringBackground = event == "b"
      script.contexts[frame].isAfterForeground = event == "f"
    }
    let frames = script.play(.named("texture-ranges"))
    #expect(String(frames.map(Self.mode)) == modes)
  }

  @Test func `a finger on the screen counts as a scroll from the second frame on`() {
    let script = PlanScript(at: [4000, 4000, 4000], screen: 800, phase: .tracking)
    let frames = script.play(.named("texture-ranges"))
    #expect(String(frames.map(Self.mode)) == "mFF")
  }
}
