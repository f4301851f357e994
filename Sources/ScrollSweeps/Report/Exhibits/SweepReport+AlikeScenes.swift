import ScrollCore
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// Whether several sizes of cache were tried in a scene.
  func hasBudgets(_ scene: Int) -> Bool {
    let tried = Set(places(in: [scene]).map { $0.0.budget })
    return sizedBudgets.count { tried.contains($0) } > 1
  }

  /// Whether no policy differs in a scene from one of them by as much as matters, with any budget;
  /// without such a one, whether no two budgets do.
  func isAlike(_ scene: Int, _ base: String?) -> Bool {
    let all = places(in: [scene]).filter { place, _ in sizedBudgets.contains(place.budget) }
    guard all.allSatisfy({ $0.1.deaths == 0 }) else { return false }
    let references = all.filter { base == nil || policies[$0.0.policy] == base }
    return all.allSatisfy { place, cell in
      references.allSatisfy { other, reference in
        base != nil && other.budget != place.budget
          || !materiality.matters(
            cell.stalls.mean, reference.stalls.mean, frames: leastSeconds(in: scene, cell))
      }
    }
  }

  /// The scenes that are alike in a sentence; nil without any.
  func alikeText(_ alike: [Int], _ base: String?) -> String? {
    guard !alike.isEmpty else { return nil }
    let isAll = alike.count == scenes.count
    let place =
      isAll && scenes.count > 1
      ? "In all \(scenes.count) scenarios"
      : "On \(Words.list(alike.map { alikeTitle($0, base) }, atMost: 6))"
    return base.map {
      "\(place) no policy differs from \($0.visible) by as much as matters, with any budget."
    } ?? "\(place) no budget makes a difference that matters."
  }

  /// `tall-feed, iphone-8 (0.03 s)`, with what that policy leaves there.
  private func alikeTitle(_ scene: Int, _ base: String?) -> String {
    let stalls = places(in: [scene])
      .filter { base == nil || policies[$0.0.policy] == base }
      .filter { sizedBudgets.contains($0.0.budget) }.map { $0.1.stalls.mean }
    guard let low = stalls.min(), let high = stalls.max() else { return names.title(scene) }
    let ends = [low, high].map { SecondsText.of($0) }
    return "\(names.title(scene).visible) "
      + "(\(ends[0] == ends[1] ? ends[0] : "\(ends[0]) to \(ends[1])"))"
  }
}
