#if canImport(UIKit) && !os(watchOS)
  public import SwiftUI
  public import UIKit
#endif
/// Offset from the start, phase (`tracking`, `decelerating`, `idle`), viewport size; in points.
public typealias ScrollState = (offset: Double, phase: String, width: Double, height: Double)
/// The state of a scroll view that a recorder reads, without the content of the view.
@MainActor public protocol RecordableScroll { var scrollState: ScrollState { get } }
/// A recorder that writes a scroll as CSV for `scrollsim trace import`.
@MainActor public final class ScrollRecorder {
  private var rows = "t_ms,scroll_y,phase,width,height\n", rest = "", last = "", phase = "idle"
  private var start = Double.infinity, latest = -Double.infinity
  fileprivate var frames: AnyObject?
  public init() {}
  /// The recording so far as CSV.
  public var csv: String { rows + rest }
  /// Adds the state at a time in seconds; while at rest, only the first and last row are kept.
  public func record(_ view: some RecordableScroll, at seconds: Double) {
    guard seconds - latest > 1e-5 else { return }
    (latest, start) = (seconds, min(start, seconds))
    func number(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    let now = view.scrollState
    let next = "\(number(now.offset)),\(now.phase),\(number(now.width)),\(number(now.height))\n"
    let row = "\(number((seconds - start) * 1000)),\(next)"
    if next != last { rows += rest + row }
    (rest, last) = (next == last ? row : "", next)
  }
}
#if canImport(UIKit) && !os(watchOS)
  extension UIScrollView: RecordableScroll {
    public var scrollState: ScrollState {
      let offset = contentSize.width > bounds.width + 1 ? contentOffset.x : contentOffset.y
      let phase = isTracking ? "tracking" : isDecelerating ? "decelerating" : "idle"
      return (offset, phase, bounds.width, bounds.height)
    }
  }
  extension ScrollRecorder {
    /// Records every frame of a view from now on, while both the view and the recorder exist.
    public func follow(_ view: UIScrollView) {
      let frames = Frames()
      let link = CADisplayLink(target: frames, selector: #selector(Frames.record))
      link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 120, preferred: 120)
      link.add(to: .main, forMode: .common)
      (frames.recorder, frames.view, frames.link, self.frames) = (self, view, link, frames)
    }
    @available(iOS 18, tvOS 18, visionOS 2, *)
    fileprivate func see(_ scroll: ScrollGeometry, _ next: ScrollPhase? = nil) {
      let isTouched = next == .tracking || next == .interacting
      if let next { phase = isTouched ? "tracking" : next == .idle ? "idle" : "decelerating" }
      let (at, box, all) = (scroll.contentOffset, scroll.containerSize, scroll.contentSize)
      let now: ScrollState = (all.width > box.width ? at.x : at.y, phase, box.width, box.height)
      record(ObservedState(scrollState: now), at: CACurrentMediaTime())
    }
  }
  @MainActor private final class Frames {
    weak var recorder: ScrollRecorder?, view: UIScrollView?, link: CADisplayLink?
    @objc func record() {
      guard let link, let view, recorder?.frames === self else { return link?.invalidate() ?? () }
      recorder?.record(view, at: link.targetTimestamp)
    }
  }
  private struct ObservedState: RecordableScroll { let scrollState: ScrollState }
  @available(iOS 18, tvOS 18, visionOS 2, *) extension View {
    /// Records the scroll view that this modifier is applied to.
    public func recorded(by recorder: ScrollRecorder) -> some View {
      onScrollPhaseChange { _, phase, seen in recorder.see(seen.geometry, phase) }
        .onScrollGeometryChange(for: ScrollGeometry.self, of: \.self) { recorder.see($1) }
    }
  }
#endif
