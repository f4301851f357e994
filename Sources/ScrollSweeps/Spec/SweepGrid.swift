import ScrollCore
import ScrollTraces

/// Values for axes; the grid represents every combination of these values.
package struct SweepGrid: Sendable, Equatable {
  /// The values of one setting of a policy, loader or prefetcher: `distance.lead`.
  package struct SettingAxis: Sendable, Equatable {
    package let owner: String
    package let setting: String
    var values: [SweepValue]
    /// A Boolean value that indicates whether the owner may be absent, because an option may have
    /// replaced it.
    package var mayBeIdle = false

    package init(owner: String, setting: String, values: [SweepValue]) {
      self.owner = owner
      self.setting = setting
      self.values = values
    }

    var name: String { "\(owner).\(setting)" }
  }

  package var axes: [SweepAxis: [SweepValue]]
  package var settings: [SettingAxis]

  package init(axes: [SweepAxis: [SweepValue]] = [:], settings: [SettingAxis] = []) {
    self.axes = axes
    self.settings = settings
  }

  /// The devices and networks of the grid.
  ///
  /// For a rule, only the files of these values are read.
  var profiles: SweepGrid {
    SweepGrid(axes: axes.filter { [.device, .network].contains($0.key) })
  }

  package var isEmpty: Bool { axes.isEmpty && settings.isEmpty }

  /// Returns this grid, with the values of another grid in place of its own.
  package func replacing(with other: SweepGrid) -> SweepGrid {
    var merged = self
    merged.axes.merge(other.axes) { $1 }
    for axis in other.settings {
      if let place = merged.settings.firstIndex(where: { $0.name == axis.name }) {
        merged.settings[place] = axis
      } else {
        merged.settings.append(axis)
      }
    }
    return merged
  }
}

/// An axis of a sweep; the cases are ordered from the outermost to the innermost.
///
/// The raw values are the keys under `axes` and the names of the command's options.
package enum SweepAxis: String, CaseIterable, Sendable {
  case trace, layout, device, network, start, loader, prefetch, policy, budget, seed

  /// The default value; `nil` if the axis requires a value.
  var standard: String? {
    switch self {
    case .trace: nil
    case .layout, .prefetch, .policy, .budget: Self.own
    case .device: "iphone-13-pro"
    case .network: "wifi"
    case .start: "cold"
    case .loader: "cached"
    case .seed: "0"
    }
  }

  /// The value for the trace's own layout, or the loader's own prefetcher, policy and budget.
  package static let own = "own"

  /// A Boolean value that indicates whether a text may contain several values, with commas between
  /// them.
  package var takesLists: Bool {
    switch self {
    // Sizes and seeds parse their own lists; a path may contain a comma.
    case .trace, .budget, .seed: false
    case .layout, .device, .network, .start, .loader, .prefetch, .policy: true
    }
  }
}

/// A value of an axis as written, with its place.
package struct SweepValue: Sendable, Equatable {
  package let text: String
  /// The place for error messages: `demo.yml:7: axes.budget[2]`, or `--budget`.
  package let place: String
  /// A Boolean value that indicates whether the value was written in a file, so that a mistake in
  /// it is an error of the kind `badData`.
  let isFromFile: Bool

  package init(_ text: String, place: String, isFromFile: Bool = false) {
    self.text = text
    self.place = place
    self.isFromFile = isFromFile
  }

  /// The values between the commas.
  var split: [SweepValue] {
    ChoiceList.texts(in: text).map {
      SweepValue($0.trimmingSpaces(), place: place, isFromFile: isFromFile)
    }
  }

  /// A Boolean value that indicates whether a profile's value is a file: it ends in `.yml` or
  /// `.yaml`, or has a slash.
  var isProfileFile: Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }

  /// Returns the profile that the value names, from a catalog or a file.
  func profile<Entry>(
    in catalog: Catalog<Entry>, _ load: (String) throws(YAMLFileError) -> Entry
  ) throws(SweepError) -> Entry {
    if isProfileFile {
      try requireFile(text)
      do { return try load(text) } catch {
        throw wrong(SweepError(isFromFile ? error.unquoted : error))
      }
    }
    do { return try catalog.choose(text).entry } catch { throw wrong(error) }
  }

  /// Throws an error if a path does not lead to a regular file, because reading it might never end.
  func requireFile(_ path: String) throws(SweepError) {
    guard isFromFile, InputFile.isSpecial(path) else { return }
    throw wrong("'\(path)' is a pipe or a device; expected a file, or its name as an option")
  }

  /// Returns the error with the place of this value, which names something that cannot be used.
  func wrong(_ error: SweepError) -> SweepError {
    SweepError(error.cause, isFromFile ? "\(place): \(error)" : error.description)
  }

  /// Returns the error for a mistake in this value.
  func wrong(_ problem: some CustomStringConvertible) -> SweepError {
    let separator = isFromFile ? ": " : " "
    return SweepError(isFromFile ? .badData : .usage, "\(place)\(separator)\(problem)")
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
