import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The policies of a grid, some of which may be each loader's own.
struct PolicyAxis {
  private enum Part {
    case own(SweepValue)
    case named([Choice<PolicyDescriptor>])
  }

  private var parts: [Part] = []

  /// Finds what the values name.
  /// - Throws: `SweepError` for a policy that does not exist, does not fit or must know the future.
  init(
    _ values: [SweepValue], _ catalogs: SweepCatalogs, _ expansion: inout SettingExpansion
  ) throws(SweepError) {
    for value in values {
      guard value.text != SweepAxis.own else {
        parts.append(.own(value))
        continue
      }
      let choices = try expansion.choices([value], from: catalogs.policies)
      guard !choices.contains(where: { $0.entry.facts.needsFuture }) else {
        throw value.wrong("policy '\(value.text)' must know the future, which no run does")
      }
      guard choices.allSatisfy({ $0.entry.mayBeStored($0.settings) }) else {
        throw value.wrong(
          "policy '\(value.text)' states no version of itself, and a sweep stores what it does; "
            + "expected policyVersion in its first answer")
      }
      parts.append(.named(choices))
    }
  }

  /// The policies for a loader, in order.
  func policies(
    of loader: LoaderDescriptor, _ catalogs: SweepCatalogs, _ expansion: inout SettingExpansion
  ) throws(SweepError) -> [Choice<PolicyDescriptor>] {
    var policies: [Choice<PolicyDescriptor>] = []
    for part in parts {
      switch part {
      case .named(let choices): policies += choices
      case .own(let value):
        let named = SweepValue(
          loader.ownPolicy, place: value.place, isFromFile: value.isFromFile)
        policies += try expansion.choices([named], from: catalogs.policies, isTyped: false)
      }
    }
    return policies
  }
}
