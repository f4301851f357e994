/// A question for each table, and its query; a test runs all of them.
enum SchemaExamples {
  typealias Example = (question: String, sql: String)

  static let all: [String: Example] = [
    "trace": (
      "Which traces are the longest, and what do they show?",
      """
      SELECT title, kind, duration_s, items FROM trace ORDER BY duration_s DESC LIMIT 10
      """
    ),
    "profile": (
      "Which profiles have the largest share of estimates?",
      """
      SELECT kind, name, estimates, figures FROM profile
      ORDER BY 1.0 * estimates / figures DESC
      """
    ),
    "scenario": (
      "How many runs does each loader have?",
      """
      SELECT loader, prefetcher, count(*) AS runs
      FROM scenario JOIN run ON run.scenario = scenario.key
      GROUP BY loader, prefetcher
      """
    ),
    "run": (
      "Which policies stall least in one scenario? Runs of other model versions do not compare.",
      """
      SELECT label, budget_bytes, avg(stall_s) AS stall_s, avg(hitch_ratio) AS hitch_ratio
      FROM run
      WHERE scenario = (SELECT min(key) FROM scenario)
        AND model_version = (SELECT max(model_version) FROM run)
      GROUP BY label, budget_bytes
      ORDER BY stall_s, hitch_ratio
      """
    ),
    "part": (
      "Why were images absent, by policy?",
      """
      SELECT run.label, part.name, sum(part.value) AS images
      FROM part JOIN run ON run.key = part.run
      WHERE part.kind = 'absence'
      GROUP BY run.label, part.name
      ORDER BY images DESC
      """
    ),
    "regret": (
      "Which policies have the most misses above the fewest possible?",
      """
      SELECT run.label, 1.0 * regret.misses / run.requests AS share
      FROM regret JOIN run ON run.key = regret.run
      WHERE regret.bound IS NOT NULL AND run.requests > 0
      ORDER BY share DESC LIMIT 10
      """
    ),
    "stall_regret": (
      "Which share of the gap between `lru` and the best found remains, by policy?",
      """
      SELECT run.label, sum(run.stall_s - reached_stall_s) / sum(lru_stall_s - reached_stall_s)
        AS share
      FROM stall_regret JOIN run ON run.key = stall_regret.run
      WHERE reached_stall_s < lru_stall_s
      GROUP BY run.label
      ORDER BY share
      """
    ),
    "sweep": (
      "How many runs of each sweep are made?",
      """
      SELECT title, count(member.run) AS made, runs
      FROM sweep LEFT JOIN member ON member.sweep = sweep.key
      GROUP BY sweep.key
      """
    ),
    "member": (
      "Which runs does a sweep have, in order?",
      """
      SELECT member.position, run.label, run.seed, run.stall_s
      FROM member JOIN run ON run.key = member.run
      WHERE member.sweep = (SELECT key FROM sweep WHERE title = 'A sweep')
      ORDER BY member.position
      """
    ),
    "budget_rule": (
      "Which budget follows from each rule on each device, and how long do its runs stall?",
      """
      SELECT budget_rule.rule, profile.name, budget_rule.bytes, avg(run.stall_s) AS stall_s
      FROM budget_rule
      JOIN profile ON profile.digest = budget_rule.device
      JOIN member ON member.sweep = budget_rule.sweep
      JOIN run ON run.key = member.run AND run.budget_bytes = budget_rule.bytes
      JOIN scenario ON scenario.key = run.scenario AND scenario.device = budget_rule.device
      GROUP BY budget_rule.rule, profile.name
      """
    ),
    "tuning": (
      "Which policies need the least memory to keep their limits?",
      """
      SELECT label, limits, budget_bytes, answer FROM tuning WHERE kind = 'budget'
      ORDER BY limits, budget_bytes
      """
    ),
    "trial": (
      "Which runs did each search try, and which limits did they break?",
      """
      SELECT tuning.label, run.budget_bytes, run.seed, trial.verdict, trial.broken_limit
      FROM trial
      JOIN tuning ON tuning.key = trial.tuning
      JOIN run ON run.key = trial.run
      ORDER BY trial.tuning, run.budget_bytes, run.seed
      """
    ),
    "stream": (
      "Which streams request few images many times?",
      """
      SELECT path, requests, images, 1.0 * requests / images AS requests_per_image
      FROM stream ORDER BY requests_per_image DESC
      """
    ),
    "replay": (
      "Which policies miss least over all streams, with the same share of the images?",
      """
      SELECT share, label, avg(1.0 * misses / requests) AS miss_ratio
      FROM replay WHERE share IS NOT NULL AND warm_up = 0
      GROUP BY share, label ORDER BY share, miss_ratio
      """
    ),
    "opening": (
      "Which sealed scenarios were used more than once, and for which formulas?",
      """
      SELECT scenes, number, earlier_runs, formula, opponent FROM opening
      ORDER BY scenes, number
      """
    ),
    "result": (
      "How long does a policy stall on each device and network?",
      """
      SELECT device, network, trace_title, avg(stall_s) AS stall_s
      FROM result WHERE policy = 'lru'
      GROUP BY device, network, trace_title
      """
    ),
  ]
}
