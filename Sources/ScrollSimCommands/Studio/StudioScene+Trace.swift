import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollTraces

extension StudioScene {
  /// What a trace shows, with every built-in device and network.
  /// - Parameters:
  ///   - trace: with its own images.
  ///   - path: as typed; empty where there is no file.
  ///   - device: what it runs on first; stands among the others by its name.
  ///   - network: what it is loaded over first, likewise.
  ///   - setting: what is set at first.
  init(
    _ trace: ScrollTrace, path: String, device: DeviceProfile, network: NetworkProfile,
    _ setting: StudioSetting
  ) {
    let header = trace.header
    self.init(
      title: header.title, path: path, head: Self.head(trace),
      isHorizontal: header.layout.axis == .horizontal, images: trace.catalog.images,
      epochs: trace.epochs, motion: trace.motion, events: trace.events,
      direction: header.direction, decelerationRate: header.decelerationRate,
      devices: Self.profiles(DeviceCatalog.builtIn.entries, with: device),
      networks: Self.profiles(NetworkCatalog.builtIn.entries, with: network),
      setting: setting)
  }

  /// The text before the movement of a trace that is scrolled in the page.
  private static func head(_ trace: ScrollTrace) -> String {
    let header = trace.header
    return TraceFile.head(
      TraceHeader(
        title: header.title,
        provenance: "scrolled in the studio of scrollsim \(ScrollSim.version), on: "
          + header.provenance,
        kind: .recorded, viewport: header.viewport, direction: header.direction,
        decelerationRate: header.decelerationRate, layout: header.layout), trace.catalog)
  }

  /// A catalog with one profile in place of that of its name, or behind all.
  private static func profiles<Profile: CatalogEntry>(
    _ known: [Profile], with own: Profile
  ) -> [Profile] {
    guard let place = known.firstIndex(where: { $0.name == own.name }) else {
      return known + [own]
    }
    var profiles = known
    profiles[place] = own
    return profiles
  }
}

extension PackedScene {
  /// A scene as a page has it.
  /// - Parameters:
  ///   - scene: what is shown.
  ///   - other: the policy beside that of the scene; nil is distance, or lru beside distance.
  ///   - device: the file of a device that is not built in; nil is one of its name.
  ///   - network: likewise.
  init(
    _ scene: StudioScene, beside other: String?, device: String? = nil, network: String? = nil
  ) {
    self.init(
      SceneWriter(scene).string(), beside: other ?? Self.usual(beside: scene.setting.policy),
      files: Self.files(of: scene.devices, besides: DeviceCatalog.builtIn, device)
        + Self.files(of: scene.networks, besides: NetworkCatalog.builtIn, network))
  }

  /// The files of those profiles that a catalog does not have, or not with these figures.
  private static func files<Profile: CatalogEntry & Equatable>(
    of profiles: [Profile], besides catalog: Catalog<Profile>, _ path: String?
  ) -> [ProfileFile] {
    profiles.filter { !catalog.entries.contains($0) }.map { profile in
      ProfileFile(kind: Profile.kind, name: profile.name, path: path ?? "\(profile.name).yml")
    }
  }

  /// The policy that stands beside one at first.
  static func usual(beside policy: String) -> String {
    policy.hasPrefix("distance") ? "lru" : "distance"
  }
}

/// A scene as it stands in a page: packed, as letters.
///
/// The text of the engine's scene comes after lines that the page alone knows about: the policy that
/// stands beside its own at first, and where profiles are from that are not built in.
package struct PackedScene: Sendable {
  /// A device or a network, and the file that `scrollsim run` reads it from.
  package struct ProfileFile: Sendable {
    /// `device` or `network`.
    package let kind: String
    package let name: String
    package let path: String

    package init(kind: String, name: String, path: String) {
      self.kind = kind
      self.name = name
      self.path = path
    }
  }

  /// Letters, digits, `+`, `/` and `=`.
  package let text: String

  /// - Parameters:
  ///   - scene: its text.
  ///   - other: the policy beside that of the scene, as typed.
  ///   - files: of profiles that are not built in.
  package init(_ scene: String, beside other: String, files: [ProfileFile] = []) {
    let lines = ["other \(other)"] + files.map { "\($0.kind)\t\($0.name)\t\($0.path)" }
    let before = lines.map { line in
      line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    text = Base64.text(Deflate.packed(Array((before.joined() + scene).utf8)))
  }
}
