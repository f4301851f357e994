import CResources
public import ScrollCore
public import ScrollDevice

/// The devices that come with the simulator.
///
/// Their profiles are the files in `Devices/`, which the C compiler embeds into the program in the
/// order of `Sources/CResources/ProfileFiles.c`. They are parsed once on first use.
public enum DeviceCatalog {
  /// The devices: first the iPhone 5, then Apple's phones and tablets by age, Android devices and a
  /// Mac.
  public static let builtIn = Catalog(
    EmbeddedProfile.list(device_files).map(read))

  /// Returns the device of a name, without reading another profile; `nil` if there is none.
  package static func device(named name: String) -> DeviceProfile? {
    EmbeddedProfile.list(device_files).first { $0.name == "\(name).yml" }.map(read)
  }

  private static func read(_ profile: EmbeddedProfile) -> DeviceProfile {
    do { return try DeviceFile.parse(profile.text, file: profile.name) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The names of the devices, which are those of their files, without reading a profile.
  package static var names: [String] {
    EmbeddedProfile.list(device_files).map { String($0.name.dropLast(".yml".count)) }
  }
}

/// The networks that come with the simulator.
///
/// Their profiles are the files in `Networks/`, embedded like those of devices.
public enum NetworkCatalog {
  /// The networks by rising speed, with the special cases last.
  public static let builtIn = Catalog(
    EmbeddedProfile.list(network_files).map { profile in
      do { return try NetworkFile.parse(profile.text, file: profile.name) } catch {
        preconditionFailure("\(error)")
      }
    })
}

/// A profile that the C compiler has embedded into the program.
private struct EmbeddedProfile {
  let name: String
  private let file: profile_file

  var text: String { String(cString: file.text) }

  /// Returns the profiles of a table of files.
  static func list(
    _ table: (UnsafeMutablePointer<Int>) -> UnsafePointer<profile_file>?
  ) -> [EmbeddedProfile] {
    var count = 0
    let first = table(&count)
    return UnsafeBufferPointer(start: first, count: count).map {
      EmbeddedProfile(name: String(cString: $0.name), file: $0)
    }
  }
}
