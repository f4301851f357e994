import ScrollCaching
import ScrollCore

/// `flutter`: found behind the array, it comes back into it if it fits at all.
final class FlutterReference: StrongArrayReference, ReferenceModel {
  static let descriptor = PolicyDescriptor.reference(
    of: "flutter", model: { FlutterReference($0) })

  override var countLimit: Int { limits.count ?? setup.settings.integer("maximumSize") }

  private func canKeep(_ cost: Int) -> Bool { countLimit > 0 && cost <= limits.cost ?? .max }

  func lookup(_ request: Request) -> Bool {
    guard let cost = ledger.costs[request.image] else { return false }
    guard strong.contains(request.image) || canKeep(cost) else { return true }
    reasons[request.image] = nil
    strong.makeNewest(request.image)
    cutToLimits()
    return true
  }

  func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    if canKeep(request.cost) {
      remove(request.image, because: .replaced)
      enter(request.image, request.cost, strongly: true)
      cutToLimits()
      return .stored
    }
    guard isPinned(request.image), !contains(request.image) else { return .refused }
    enter(request.image, request.cost, strongly: false)
    return .stored
  }

  override func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    if limits.cost == 0 { cut(cost: 0, count: 0, because: .cost) }
    cutToLimits()
  }

  func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { cut(cost: 0, count: 0, because: .pressure) }
  }

  func didEnterBackground(at time: SimTime) {}
}
