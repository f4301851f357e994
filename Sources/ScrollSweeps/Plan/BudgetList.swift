package import ScrollCore
package import ScrollDevice
import ScrollSimulation

/// Budgets as typed: sizes and ranges of them, shares of the device's memory (`BudgetShare`),
/// `none` or `0` for no limit, `own` for the limit of the loader's own cache.
package struct BudgetList: Sendable, Equatable {
  package enum Entry: Sendable, Equatable {
    case own, none
    case size(ByteCount)
    case share(BudgetShare)

    /// As it is typed.
    var text: String {
      switch self {
      case .own: SweepAxis.own
      case .none: BudgetList.none
      case .size(let size): "\(size)"
      case .share(let share): "\(share)"
      }
    }

    /// The budget on a device, given the one that stands for `own`; nil is no limit.
    package func budget(own: ByteCount?, on device: DeviceProfile) -> ByteCount? {
      switch self {
      case .own: own
      case .none: nil
      case .size(let size): size
      case .share(let share): share.limit.budget(on: device)
      }
    }
  }

  package let entries: [Entry]
  private let sizes: [SizeList]

  /// Reads a list, with commas between its parts.
  package init(parsing text: String) throws(SizeList.ParsingError) {
    var (entries, sizes) = ([Entry](), [SizeList]())
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = String(part)
      if part == SweepAxis.own {
        entries.append(.own)
      } else if part == Self.none || ByteCount(parsing: part) == .zero {
        entries.append(.none)
      } else if BudgetShare.isMeant(by: part) {
        let share = try BudgetShare(parsing: part)
        entries.append(.share(share))
        if let cap = share.cap { sizes.append(cap) }
      } else {
        let list = try SizeList(parsing: part)
        sizes.append(list)
        entries += list.sizes.map { .size($0) }
      }
      guard entries.count <= SizeList.limit else {
        throw SizeList.ParsingError(
          description: "'\(part)' is one size too many; expected at most \(SizeList.limit)")
      }
    }
    self.entries = entries
    self.sizes = sizes
  }

  /// What is wrong with a number without a unit that is less than an image (`SizeList`).
  package func missingUnit(below image: ByteCount) -> String? {
    for list in sizes { if let problem = list.missingUnit(below: image) { return problem } }
    return nil
  }

  /// What no limit is called.
  package static let none = "none"
}

extension ByteCount? {
  /// `64MiB`, or `none`.
  package var budgetText: String { map { "\($0)" } ?? BudgetList.none }
}
