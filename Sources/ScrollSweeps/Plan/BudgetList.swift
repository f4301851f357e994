package import ScrollCore
package import ScrollDevice
package import ScrollSimulation

/// A list of budgets as typed.
///
/// An entry is a size, a range of sizes, a share of the device's memory (`BudgetShare`), `none` or
/// `0` for no limit, or `own` for the limit of the loader's own cache.
package struct BudgetList: Sendable, Equatable {
  package enum Entry: Sendable, Equatable {
    case own, none
    case size(ByteCount)
    case share(BudgetShare)

    /// The entry in its input format.
    package var text: String {
      switch self {
      case .own: SweepAxis.own
      case .none: BudgetList.none
      case .size(let size): "\(size)"
      case .share(let share): "\(share)"
      }
    }

    /// Returns the budget on a device, given the value of `own`; `nil` means no limit.
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

  /// Parses a list, with commas between its parts.
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
          description: "too many sizes, from '\(part)' on; expected at most \(SizeList.limit)")
      }
    }
    self.entries = entries
    self.sizes = sizes
  }

  /// Returns the problem with a number that lacks its unit, so that it is less than an image
  /// (`SizeList`); `nil` if there is none.
  package func missingUnit(below image: ByteCount) -> String? {
    for list in sizes { if let problem = list.missingUnit(below: image) { return problem } }
    return nil
  }

  /// The text for no limit.
  package static let none = "none"
}

extension ByteCount? {
  /// `64MiB`, or `none`.
  package var budgetText: String { map { "\($0)" } ?? BudgetList.none }
}

/// A budget in the form that libraries use: a share of the device's memory, optionally with a cap.
///
/// The formats are `15%`, `15%<=768MiB` and `12.5%<=512MB`; blanks are ignored. The share is
/// converted to bytes and rounded down, like the limits of the loaders' own caches. So
/// `15%<=768MiB` gives the same run as `own` with loader `nuke`.
package struct BudgetShare: Sendable, Equatable {
  /// The percentage of the device's memory.
  package let percent: Double
  /// The cap, one size; `nil` if nothing caps the share.
  let cap: SizeList?

  /// The allowed percentages.
  ///
  /// Less than a ten-thousandth of any device's memory is too small for an image.
  private static let allowed = 0.01...100.0

  /// Returns a Boolean value that indicates whether a text is meant as a share, valid or not.
  static func isMeant(by text: String) -> Bool { text.contains("%") }

  /// Parses a share.
  /// - Throws: `SizeList.ParsingError` for a share outside of 0.01 to 100 %, and for a cap that is
  ///   no size.
  package init(parsing text: String) throws(SizeList.ParsingError) {
    let sides = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = sides[0].filter { $0 != " " }
    // `Double` alone would also accept `0x10`, `1e3` and `inf`.
    guard sides.count == 2, digits.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }),
      let percent = Double(digits)
    else {
      throw SizeList.ParsingError(
        description: "'\(text)' is not a share of memory; expected one like 15% or 15%<=768MiB")
    }
    guard Self.allowed.contains(percent) else {
      throw SizeList.ParsingError(
        description: "'\(text)' is out of range; expected a share of memory from 0.01% to 100%")
    }
    self.percent = percent
    let rest = sides[1].drop { $0 == " " }
    guard !rest.isEmpty else {
      cap = nil
      return
    }
    guard rest.hasPrefix("<=") else {
      throw SizeList.ParsingError(
        description: "'\(text)' has '\(rest)' after its share; expected a cap like <=768MiB")
    }
    let cap = try SizeList(parsing: String(rest.dropFirst(2).filter { $0 != " " }))
    guard cap.sizes.count == 1 else {
      throw SizeList.ParsingError(
        description: "'\(text)' has \(cap.sizes.count) caps; expected one like <=768MiB")
    }
    self.cap = cap
  }

  private var most: ByteCount? { cap?.sizes.first }

  /// The share as the limit of a cache.
  package var limit: DefaultCache.Limit { .share(percent / 100, atMost: most) }
}

extension BudgetShare: CustomStringConvertible {
  /// The share in canonical spelling: `15%<=768MiB`.
  package var description: String {
    let whole = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    return "\(whole)%" + (most.map { "<=\($0)" } ?? "")
  }
}
