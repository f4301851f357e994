import ScrollCore

/// Which parts of the model a drawn scenario makes use of.
///
/// Few at a time: most scenarios stay as simple as they were, and a difference says where to
/// look.
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
    let level = Self.level
    func draw(_ least: Int) -> Bool {
      let isDrawn = dice.chance(share)
      return isDrawn && level >= least
    }
    isPurgeable = draw(2)
    hasFormats = draw(2)
    isRemote = draw(3)
    mixes = draw(3)
    hasVariants = draw(4)
    hasKeys = draw(4)
    changes = draw(4)
    fades = draw(4)
    isTiled = draw(4)
    hasAssets = draw(4)
    preloads = draw(4)
    preparesCells = draw(4)
    plansAhead = draw(4)
    isLaidOutAnew = draw(4)
  }

  static let level = 3
}
