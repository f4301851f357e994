/// What a frozen screen costs: how long frames were late, and bands for more than hitches.
enum Migration4 {
  static let name = "4 freezes"

  static let statements = [
    "frozen_s REAL", "stall_band TEXT", "hang_band TEXT", "band TEXT",
  ].map { "ALTER TABLE run ADD COLUMN \($0)" }
}
