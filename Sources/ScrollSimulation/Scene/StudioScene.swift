package import ScrollCore
package import ScrollDevice
package import ScrollLayout

/// What a studio is opened with: one scroll, and all devices and networks that it can be tried on.
///
/// With a `StudioSetting` it gives a `Scenario`. It is written as text (`SceneWriter`), which reads
/// back as the same value (`SceneReader`).
package struct StudioScene: Sendable {
  /// The title of the trace.
  package var title: String
  /// The trace as it was typed, for the line of the command; empty where there is none.
  package var path: String
  /// The text before the movement of a trace that is scrolled in the page: header, images and items.
  ///
  /// With the movement behind it, it is a trace that the command reads.
  package var head: String
  /// Whether the axis runs across the screen.
  package var isHorizontal: Bool
  package var images: ImageCatalog
  /// Where everything lies, by ascending time, the first from 0 on.
  package var epochs: [LayoutEpoch]
  /// Offsets on the 1/64 pt grid, as every trace has them.
  package var motion: ScrollMotion
  /// By ascending time.
  package var events: [TimedSystemEvent]
  /// The direction before anything has moved.
  package var direction: ScrollDirection
  package var decelerationRate: DecelerationRate
  /// The texts about their figures are not written.
  package var devices: [DeviceProfile]
  package var networks: [NetworkProfile]
  /// What is set at first.
  package var setting: StudioSetting

  /// A scene.
  /// - Precondition: there are epochs, devices and networks.
  package init(
    title: String, path: String, head: String, isHorizontal: Bool, images: ImageCatalog,
    epochs: [LayoutEpoch], motion: ScrollMotion, events: [TimedSystemEvent],
    direction: ScrollDirection, decelerationRate: DecelerationRate, devices: [DeviceProfile],
    networks: [NetworkProfile], setting: StudioSetting
  ) {
    precondition(!epochs.isEmpty && !devices.isEmpty && !networks.isEmpty, "an empty scene")
    self.title = title
    self.path = path
    self.head = head
    self.isHorizontal = isHorizontal
    self.images = images
    self.epochs = epochs
    self.motion = motion
    self.events = events
    self.direction = direction
    self.decelerationRate = decelerationRate
    self.devices = devices
    self.networks = networks
    self.setting = setting
  }
}
