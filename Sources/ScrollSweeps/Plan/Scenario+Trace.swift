package import ScrollDevice
import ScrollLayout
package import ScrollSimulation
package import ScrollTraces

extension Scenario {
  /// Creates the scenario of a trace on a device.
  package init(
    _ trace: ScrollTrace, device: DeviceProfile, network: NetworkProfile = .ideal,
    loader: Loader, prefetcher: Prefetcher? = nil
  ) {
    let layout = trace.header.layout
    self.init(
      images: trace.catalog.images, placement: trace.placement,
      laterEpochs: Array(trace.epochs.dropFirst()), motion: trace.motion, events: trace.events,
      viewportExtent: trace.viewportLength,
      viewportBreadth: layout.breadth(of: trace.header.viewport),
      direction: trace.header.direction, decelerationRate: trace.header.decelerationRate,
      device: device, network: network, loader: loader, prefetcher: prefetcher)
  }
}
