/// One name for each figure: those of columns whose word meant something else elsewhere.
enum Migration3 {
  static let name = "3 names"

  static let statements = [
    ("evictions", "removals"),
    ("peak_cache_bytes", "cache_peak_bytes"),
    ("mean_cache_bytes", "cache_mean_bytes"),
    ("over_limit_s", "over_budget_s"),
    ("peak_memory_bytes", "footprint_peak_bytes"),
  ].map { "ALTER TABLE run RENAME COLUMN \($0) TO \($1)" }
}
