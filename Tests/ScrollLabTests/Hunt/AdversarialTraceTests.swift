import Foundation
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing
import scrollsim_lab

/// The committed worst scrolls, as files.
struct AdversarialTraceTests {
  private static let folder = "\(HuntSetups.root)/Traces/adversarial"
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".scroll") }.sorted()

  @Test(.enabled(if: !names.isEmpty), arguments: names)
  func `a committed worst scroll stays within the limits of a thumb`(name: String) throws {
    let trace = try TraceFile.load("\(Self.folder)/\(name)")
    guard case .gestures(let script) = trace.movement else {
      Issue.record("\(name) has no gestures")
      return
    }
    ThumbLimits.check(script.gestures, "\(name)")
    ThumbLimits.check(trace.catalog.images, "\(name)")
    let touches = script.gestures.count { timed in
      if case .wait = timed.gesture { false } else { true }
    }
    #expect(touches <= 20, "\(name)")
    #expect(trace.catalog.images.count <= 2000, "\(name)")
  }
}
