import ScrollCore

/// The parts of the model that a drawn scenario uses.
///
/// A scenario uses few of them. So most scenarios stay simple, and the traits of one that differs
/// are a hint at the cause.
struct RandomTraits {
  var isPurgeable = false
  var hasFormats = false
  var isRemote = false
  var hasVariants = false
  var hasKeys = false
  var changes = false
  var fades = false
  var isTiled = false
  var hasAssets = false
  var preloads = false
  var preparesCells = false
  var plansAhead = false
  var isLaidOutAnew = false
  var mixes = false

  init(_ dice: inout SeededRandom) {
    let few = dice.chance(0.3)
    let share = few ? 0.0 : dice.chance(0.5) ? 0.1 : 0.35
    isPurgeable = dice.chance(share)
    hasFormats = dice.chance(share)
    isRemote = dice.chance(share)
    mixes = dice.chance(share)
    hasVariants = dice.chance(share)
    hasKeys = dice.chance(share)
    changes = dice.chance(share)
    fades = dice.chance(share)
    isTiled = dice.chance(share)
    hasAssets = dice.chance(share)
    preloads = dice.chance(share)
    preparesCells = dice.chance(share)
    plansAhead = dice.chance(share)
    isLaidOutAnew = dice.chance(share)
  }
}
