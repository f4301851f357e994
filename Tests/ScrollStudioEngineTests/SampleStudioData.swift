import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollStudioEngine
import ScrollTraces

extension StudioData {
  /// A committed trace with all devices and networks.
  static func sample(_ name: String, _ setting: StudioSetting? = nil) throws -> StudioData {
    let trace = try TraceFile.load("Traces/\(name).scroll")
    let text = String(decoding: TraceFile.bytes(of: trace), as: UTF8.self)
    let head = ["\n[samples]", "\n[gestures]"].reduce(text) { text, section in
      text.firstRange(of: section).map { String(text[..<$0.lowerBound]) } ?? text
    }
    return StudioData(
      title: trace.header.title, path: "Traces/\(name).scroll", head: head,
      isHorizontal: trace.header.layout.axis == .horizontal, images: trace.catalog.images,
      epochs: trace.epochs, motion: trace.motion, events: trace.events,
      direction: trace.header.direction, decelerationRate: trace.header.decelerationRate,
      devices: DeviceCatalog.builtIn.entries.map { $0.withoutFigures },
      networks: NetworkCatalog.builtIn.entries.map { $0.withoutFigures },
      setting: setting ?? StudioSetting(device: "iphone-5", network: "wifi"))
  }
}

extension DeviceProfile {
  fileprivate var withoutFigures: DeviceProfile {
    var profile = self
    profile.figures = []
    return profile
  }
}

extension NetworkProfile {
  fileprivate var withoutFigures: NetworkProfile {
    var profile = self
    profile.figures = []
    return profile
  }
}
