public import ScrollCaching

/// Generators of small scripts, with more corner cases than purely random scripts.
///
/// In half of the cases the capacity is the policy's smallest useful capacity or up to 4 images
/// more, and there are a few more images than fit.
public enum ScriptGenerators {
  /// Returns a generator of scripts with any operations that suit the policy: single operations or
  /// scroll sessions.
  ///
  /// For a policy that needs to know the future, scripts have only requests.
  public static func operations(for descriptor: PolicyDescriptor) -> Generator<Script> {
    if descriptor.facts.needsFuture { return requests(for: descriptor) }
    let sessions = scrollSessions(for: descriptor)
    return .oneOf([
      (3, singleOperations(for: descriptor)),
      (descriptor.isSpatial ? 5 : 2, sessions),
    ])
  }

  /// Returns the generator of the scripts of an arena.
  public static func arena(_ arena: ScriptKind, for descriptor: PolicyDescriptor) -> Generator<
    Script
  > {
    switch arena {
    case .operations: operations(for: descriptor)
    case .stream: streams(for: descriptor)
    case .walk: walks(for: descriptor)
    }
  }

  /// Returns a generator of capacities in images of equal size, with a number of images that do not
  /// all fit.
  ///
  /// In half of the cases the capacity is small.
  static func room(for descriptor: PolicyDescriptor) -> Generator<(room: Int, images: Int)> {
    let least = max(1, descriptor.facts.smallestUsefulCapacity)
    return Generator { choices in
      let isWide = choices.chance(0.5)
      let spread = isWide ? 4 + Int(12 * choices.size) : 4
      let room = least + choices.below(spread + 1)
      let images = room + 1 + choices.below(isWide ? 12 : 3)
      return (room, min(images, ResidentSet.most))
    }
  }
}
