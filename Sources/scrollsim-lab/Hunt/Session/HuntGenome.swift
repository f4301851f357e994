import ScrollSimCommands
import ScrollTraces

/// A session before it is played: what is shown, what happens, how much the cache may hold, and
/// who is better at it.
package struct HuntGenome: HuntedCase {
  package var content: HuntContent
  package var strokes: [HuntStroke]
  /// How many tenths of the fullest screen the budget is, where no budget is given.
  package var room: Int
  /// Which of the opponents it is judged by: a session is as bad as the best of them makes it, and
  /// who that is turns out in the search.
  package var opponent: Int

  package init(content: HuntContent, strokes: [HuntStroke], room: Int, opponent: Int) {
    self.content = content
    self.strokes = strokes
    self.room = room
    self.opponent = opponent
  }

  /// A budget has room for at least three screens, and drawn ones for at most twelve.
  package static let rooms = 30...120
}
