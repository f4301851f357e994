import ScrollCaching
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
  ///   - device: The initial device. It replaces the built-in device of the same name.
  ///   - network: The initial network. It replaces the built-in network of the same name.
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

  /// Returns the first part of a trace file, before the movement, for a trace that the user records
  /// in the page.
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

  /// Returns the profiles of a catalog, where `own` replaces the profile of the same name, or is
  /// added at the end.
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
  ///   - start: The initial state of both sides.
  ///   - device: The file of a device that is not built in; `nil` means a file with the name of the
  ///     device.
  ///   - network: The file of a network that is not built in; `nil` means a file with the name of
  ///     the network.
  init(_ start: StudioStart, device: String? = nil, network: String? = nil) {
    let scene = start.scene
    let other = SettingText(start.other).text.split(whereSeparator: \.isNewline).map(String.init)
    self.init(
      StudioDataWriter(scene).string(),
      after: other + ["titles\t\(start.titles.joined(separator: "\t"))"]
        + Self.libraries(on: scene.devices)
        + Self.files(of: scene.devices, besides: DeviceCatalog.builtIn, device)
        + Self.files(of: scene.networks, besides: NetworkCatalog.builtIn, network))
  }

  /// Returns a line for each loader with a default cache, with the policies that it can have and
  /// its default limit on every device.
  private static func libraries(on devices: [DeviceProfile]) -> [String] {
    Catalog<LoaderDescriptor>.builtIn.entries.compactMap { loader in
      guard let policies = loader.libraryPolicies else { return nil }
      let limits = devices.map { loader.ownBudget(on: $0).map { "\($0.count)" } ?? "none" }
      return "library\t\(loader.name)\t\(policies.joined(separator: " "))\t"
        + limits.joined(separator: " ")
    }
  }

  /// Returns a line for each profile that is not in a catalog with the same figures, with the file
  /// of the profile.
  private static func files<Profile: CatalogEntry & Equatable>(
    of profiles: [Profile], besides catalog: Catalog<Profile>, _ path: String?
  ) -> [String] {
    profiles.filter { !catalog.entries.contains($0) }.map { profile in
      "\(Profile.kind)\t\(profile.name)\t\(path ?? "\(profile.name).yml")"
    }
  }
}

extension LoaderDescriptor {
  /// The policies that the library's cache can have, the default first; `nil` for a loader without
  /// a default cache, which can have any policy.
  var libraryPolicies: [String]? {
    guard ownCache != nil else { return nil }
    let target = Catalog<EmitTarget>.targets.entries.first {
      !$0.isAnyLoader && $0.loaders.contains(name)
    }
    let others = PolicyCatalog.builtIn.entries.map(\.name).filter { target?.keeps($0) ?? false }
    return [ownPolicy] + others.filter { $0 != ownPolicy }
  }

  /// Returns a Boolean value that indicates whether the loader's cache can have a policy.
  func canHave(_ policy: PolicyDescriptor) -> Bool {
    libraryPolicies?.contains { $0.prefix { $0 != ":" } == policy.name } ?? true
  }
}

/// The initial state of a studio: its data, which includes the settings of side A, and the settings
/// of side B.
struct StudioStart {
  let scene: StudioData
  let other: StudioSetting
  /// The title of side A, the title of side B and the text of the advised changes; empty for a
  /// comparison without titles.
  var titles: [String] = []
}

/// Studio data in the form in which a page contains it: compressed and Base64-encoded.
///
/// The text begins with lines that only the page reads: the settings of side B, and facts whose
/// fields are separated by tabs. The engine's studio data follows.
package struct PackedStudioData: Sendable {
  /// The encoded text, which consists of letters, digits, `+`, `/` and `=`.
  package let text: String

  /// Creates packed studio data.
  /// - Parameters:
  ///   - scene: The text of the studio data.
  ///   - lines: The lines for the page.
  package init(_ scene: String, after lines: [String]) {
    let before = lines.map { line in
      line.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    }
    text = Base64.text(Deflate.packed(Array((before.joined() + scene).utf8)))
  }
}
