import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollTraces

extension StudioData {
  /// Creates the studio data of a trace, with every built-in device and network.
  /// - Parameters:
  ///   - trace: The trace with its own images.
  ///   - path: The path as typed; empty if there is no file.
  ///   - device: The initial device; it replaces the built-in one of its name.
  ///   - network: The initial network; it replaces the built-in one of its name.
  ///   - setting: The initial settings.
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

  /// Returns the text before the movement of a trace that is scrolled in the page.
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

  /// Returns a catalog with one profile in place of that of its name, or at the end.
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

extension PackedStudioData {
  /// Creates the packed studio data of a page.
  /// - Parameters:
  ///   - scene: The studio data.
  ///   - other: The policy for comparison; `nil` is distance, or lru for comparison with distance.
  ///   - device: The file of a device that is not built in; `nil` is one of its name.
  ///   - network: The file of a network that is not built in; `nil` is one of its name.
  init(
    _ scene: StudioData, beside other: String?, device: String? = nil, network: String? = nil
  ) {
    self.init(
      StudioDataWriter(scene).string(), beside: other ?? Self.usual(beside: scene.setting.policy),
      files: Self.files(of: scene.devices, besides: DeviceCatalog.builtIn, device)
        + Self.files(of: scene.networks, besides: NetworkCatalog.builtIn, network))
  }

  /// Returns the files of those profiles that a catalog does not have, or not with these figures.
  private static func files<Profile: CatalogEntry & Equatable>(
    of profiles: [Profile], besides catalog: Catalog<Profile>, _ path: String?
  ) -> [ProfileFile] {
    profiles.filter { !catalog.entries.contains($0) }.map { profile in
      ProfileFile(kind: Profile.kind, name: profile.name, path: path ?? "\(profile.name).yml")
    }
  }

  /// Returns the initial policy for comparison with another.
  static func usual(beside policy: String) -> String {
    policy.hasPrefix("distance") ? "lru" : "distance"
  }
}

/// Studio data as stored in a page: compressed, as letters.
///
/// The text of the engine's studio data follows lines that only the page reads: the initial policy
/// for comparison, and the sources of profiles that are not built in.
package struct PackedStudioData: Sendable {
  /// A device or a network, and the file from which `scrollsim run` reads it.
  package struct ProfileFile: Sendable {
    /// The kind: `device` or `network`.
    package let kind: String
    package let name: String
    package let path: String

    package init(kind: String, name: String, path: String) {
      self.kind = kind
      self.name = name
      self.path = path
    }
  }

  /// The text of letters, digits, `+`, `/` and `=`.
  package let text: String

  /// Creates packed studio data.
  /// - Parameters:
  ///   - scene: The text of the studio data.
  ///   - other: The policy for comparison with that of the studio data, as typed.
  ///   - files: The files of profiles that are not built in.
  package init(_ scene: String, beside other: String, files: [ProfileFile] = []) {
    let lines = ["other \(other)"] + files.map { "\($0.kind)\t\($0.name)\t\($0.path)" }
    let before = lines.map { line in
      line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    text = Base64.text(Deflate.packed(Array((before.joined() + scene).utf8)))
  }
}
