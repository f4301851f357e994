import ScrollCaching
import ScrollCore
import TestSupport

/// The contents of a cache after each call that changed them.
final class ResidencyHistory {
  struct Change: Equatable {
    /// The number of the call, among all calls from 1 on.
    var call: Int
    var residents: [ImageID]
  }

  private(set) var changes: [Change] = []
  private var calls = 0

  func note(_ residents: [ImageID]) {
    calls += 1
    guard residents != changes.last?.residents ?? [] else { return }
    changes.append(Change(call: calls, residents: residents))
  }

  /// Returns the residents after a call.
  func residents(after call: Int) -> [ImageID] {
    changes.last { $0.call <= call }?.residents ?? []
  }
}

/// Notes the contents of a cache each time the simulation fetches its removals.
final class ResidencySpy: PassingModel {
  private let history: ResidencyHistory
  private let imageCount: Int

  init(_ model: any CacheModel, imageCount: Int, _ history: ResidencyHistory) {
    self.history = history
    self.imageCount = imageCount
    super.init(model)
  }

  /// With ticks, every cache is called as often as any other.
  override var needsTicks: Bool { true }

  override func drainRemovals(_ body: (Removal) -> Void) {
    super.drainRemovals(body)
    history.note(model.residents(among: imageCount))
  }
}
