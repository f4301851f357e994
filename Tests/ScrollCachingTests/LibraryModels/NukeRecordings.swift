import Testing

/// Recordings of Nuke's cache, 13.0.5 with the clock and 12.8.0 with the queue, `entryCostLimit` 1.
///
///     a:4  ?a  -a  -*   store a at cost 4, look it up, remove it, remove everything
///     c=9  n=3          set the cost or count limit
///     tc=9  tn=3        trim to a cost or a count
///
/// After each word come the residents and their total, `+` after a hit, `=` if nothing has changed.
/// `left` lists the residents in the order of eviction.
enum NukeRecordings {
  struct Row: Sendable, CustomTestStringConvertible {
    let note: String
    let count: Int, cost: Int?
    let words: String
    let clock: Outcome, queue: Outcome

    init(
      _ note: String, count: Int, cost: Int?, _ words: String, clock: Outcome, queue: Outcome
    ) {
      (self.note, self.count, self.cost) = (note, count, cost)
      (self.words, self.clock, self.queue) = (words, clock, queue)
    }

    var testDescription: String { note }
  }

  struct Outcome: Sendable {
    let states: String, left: String
  }

  static let rows = [
    Row(
      "nothing is used", count: 3, cost: nil,
      """
      a:1 b:1 c:1 d:1 e:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 bcd/3 cde/3
          """,
        left: "cde"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 bcd/3 cde/3
          """,
        left: "cde")),
    Row(
      "one use protects once", count: 3, cost: nil,
      """
      a:1 b:1 c:1 ?a d:1 e:1 f:1 g:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ acd/3 ade/3 aef/3 efg/3
          """,
        left: "efg"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ acd/3 ade/3 def/3 efg/3
          """,
        left: "efg")),
    Row(
      "the order of uses", count: 3, cost: nil,
      """
      a:1 b:1 c:1 ?c ?a d:1 e:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ =+ acd/3 ace/3
          """,
        left: "aec"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ =+ acd/3 ade/3
          """,
        left: "ade")),
    Row(
      "all are used", count: 3, cost: nil,
      """
      a:1 b:1 c:1 ?a ?b ?c d:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ =+ =+ =
          """,
        left: "abc"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 =+ =+ =+ bcd/3
          """,
        left: "bcd")),
    Row(
      "a new value", count: 3, cost: nil,
      """
      a:1 b:1 c:1 a:2 d:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 abc/4 acd/4
          """,
        left: "cda"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 abc/4 acd/4
          """,
        left: "cad")),
    Row(
      "too large for the limit", count: 9, cost: 10,
      """
      a:9 b:10 c:11
      """,
      clock: Outcome(
        states: """
          a/9 = =
          """,
        left: "a"),
      queue: Outcome(
        states: """
          a/9 = =
          """,
        left: "a")),
    Row(
      "a refused new value", count: 9, cost: 10,
      """
      a:3 a:10 ?a
      """,
      clock: Outcome(
        states: """
          a/3 = =+
          """,
        left: "a"),
      queue: Outcome(
        states: """
          a/3 = =+
          """,
        left: "a")),
    Row(
      "the cost limit", count: 9, cost: 10,
      """
      a:4 b:3 c:3 d:4
      """,
      clock: Outcome(
        states: """
          a/4 ab/7 abc/10 bcd/10
          """,
        left: "bcd"),
      queue: Outcome(
        states: """
          a/4 ab/7 abc/10 bcd/10
          """,
        left: "bcd")),
    Row(
      "a newcomer among used ones", count: 2, cost: nil,
      """
      a:1 b:1 ?a ?b c:1 ?c d:1
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 =+ =+ = = bd/2
          """,
        left: "bd"),
      queue: Outcome(
        states: """
          a/1 ab/2 =+ =+ bc/2 =+ cd/2
          """,
        left: "cd")),
    Row(
      "down and back", count: 4, cost: nil,
      """
      a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 ?h ?g ?f ?e ?d ?c ?b ?a
      """,
      clock: Outcome(
        states: """
          a/1 ab/2 abc/3 abcd/4 bcde/4 cdef/4 defg/4 efgh/4 =+ =+ =+ =+ = = = =
          """,
        left: "efgh"),
      queue: Outcome(
        states: """
          a/1 ab/2 abc/3 abcd/4 bcde/4 cdef/4 defg/4 efgh/4 =+ =+ =+ =+ = = = =
          """,
        left: "hgfe")),
    Row(
      "seeded 1", count: 2, cost: nil,
      """
      c:1 ?d tn=0 g:1 -b -d f:1 g:1 c:1 a:1 d:1 e:1 f:1 ?d a:1 d:1 ?g g:1 ?f ?f ?b a:1 g:1 \
      ?d a:1 d:1 a:1 ?b tc=18 -g
      """,
      clock: Outcome(
        states: """
          c/1 = /0 g/1 = = fg/2 = cg/2 ag/2 ad/2 de/2 ef/2 = af/2 ad/2 = dg/2 = = = ag/2 = = \
          = = = = = a/1
          """,
        left: "a"),
      queue: Outcome(
        states: """
          c/1 = /0 g/1 = = fg/2 = cg/2 ac/2 ad/2 de/2 ef/2 = af/2 ad/2 = dg/2 = = = ag/2 = = \
          = ad/2 = = = =
          """,
        left: "da")),
    Row(
      "seeded 2", count: 3, cost: 20,
      """
      ?c f:5 c=38 -f ?b b:1 e:2 c:1 d:1 ?g f:5 ?c d:2 ?c ?c ?b g:1 tc=13 ?f g:5 ?b d:1 ?f \
      e:2 d:2 ?f d:2 ?g f:5 b:5
      """,
      clock: Outcome(
        states: """
          /0 f/5 = /0 = b/1 be/3 bce/4 cde/4 = cdf/7 =+ cdf/8 =+ =+ = cdg/4 = = cdg/8 = \
          cdg/7 = deg/8 deg/9 = = =+ dfg/12 bdg/12
          """,
        left: "dbg"),
      queue: Outcome(
        states: """
          /0 f/5 = /0 = b/1 be/3 bce/4 cde/4 = cdf/7 =+ cdf/8 =+ =+ = cdg/4 = = cdg/8 = \
          cdg/7 = deg/8 deg/9 = = =+ dfg/12 bfg/15
          """,
        left: "gfb")),
    Row(
      "seeded 3", count: 5, cost: nil,
      """
      ?d ?a ?e e:1 c=19 d:1 c:1 c:1 a:1 b:1 ?g b:1 b:1 b:1 c:1 ?e b:1 ?e -g -f a:1 ?a b:1 \
      f:1 ?a ?d c:1 -* g:1 a:1
      """,
      clock: Outcome(
        states: """
          /0 = = e/1 = de/2 cde/3 = acde/4 abcde/5 = = = = = =+ = =+ = = = =+ = abcef/5 =+ = \
          = /0 g/1 ag/2
          """,
        left: "ga"),
      queue: Outcome(
        states: """
          /0 = = e/1 = de/2 cde/3 = acde/4 abcde/5 = = = = = =+ = =+ = = = =+ = abcef/5 =+ = \
          = /0 g/1 ag/2
          """,
        left: "ga")),
    Row(
      "seeded 4", count: 6, cost: 20,
      """
      tc=26 ?a d:2 -a d:5 ?e c:2 n=6 ?g n=2 c:5 tc=12 ?d d:1 c:1 b:5 -e c=32 b:2 tn=5 d:1 \
      b:1 tn=5 c:1 ?c f:1 ?c g:1 a:2 e:5
      """,
      clock: Outcome(
        states: """
          /0 = d/2 = d/5 = cd/7 = = = cd/10 = =+ cd/6 cd/2 = = = bc/3 = bd/3 bd/2 = bc/2 =+ \
          cf/2 =+ cg/2 ac/3 ce/6
          """,
        left: "ce"),
      queue: Outcome(
        states: """
          /0 = d/2 = d/5 = cd/7 = = = cd/10 = =+ cd/6 cd/2 bc/6 = = bc/3 = bd/3 bd/2 = bc/2 \
          =+ cf/2 =+ cg/2 ag/3 ae/7
          """,
        left: "ae")),
    Row(
      "seeded 5", count: 3, cost: nil,
      """
      b:1 ?d d:1 e:1 ?b b:1 ?d tc=0 c:1 ?e d:1 ?f -g a:1 c:1 ?d ?f ?b b:1 ?a ?d c=42 ?f b:1 \
      ?e f:1 ?c e:1 ?b ?e
      """,
      clock: Outcome(
        states: """
          b/1 = bd/2 bde/3 =+ = =+ /0 c/1 = cd/2 = = acd/3 = =+ = = bcd/3 = =+ = = = = bdf/3 \
          = bde/3 =+ =+
          """,
        left: "dbe"),
      queue: Outcome(
        states: """
          b/1 = bd/2 bde/3 =+ = =+ /0 c/1 = cd/2 = = acd/3 = =+ = = bcd/3 = =+ = = = = bdf/3 \
          = bef/3 =+ =+
          """,
        left: "fbe")),
    Row(
      "seeded 6", count: 4, cost: 20,
      """
      tc=14 g:5 -d f:2 ?b ?g e:5 ?c g:5 ?a ?c c:5 f:1 ?a b:2 ?c e:2 ?d tn=0 ?d ?b e:2 d:2 -b \
      b:1 ?a ?f ?e -g ?a
      """,
      clock: Outcome(
        states: """
          /0 g/5 = fg/7 = =+ efg/12 = = = = cefg/17 cefg/16 = bcfg/13 =+ cefg/13 = /0 = = \
          e/2 de/4 = bde/5 = = =+ = =
          """,
        left: "dbe"),
      queue: Outcome(
        states: """
          /0 g/5 = fg/7 = =+ efg/12 = = = = cefg/17 cefg/16 = bcfg/13 =+ bcef/10 = /0 = = \
          e/2 de/4 = bde/5 = = =+ = =
          """,
        left: "dbe")),
    Row(
      "seeded 7", count: 6, cost: nil,
      """
      -g c=27 g:1 tn=1 ?g a:1 ?f c=16 a:1 ?d e:1 c:1 ?g a:1 ?d g:1 ?a n=4 c:1 ?f g:1 tn=2 \
      a:1 ?f c=38 b:1 ?f f:1 ?c f:1
      """,
      clock: Outcome(
        states: """
          /0 = g/1 = =+ ag/2 = = = = aeg/3 aceg/4 =+ = = = =+ = = = = ac/2 = = = abc/3 = \
          abcf/4 =+ =
          """,
        left: "bacf"),
      queue: Outcome(
        states: """
          /0 = g/1 = =+ ag/2 = = = = aeg/3 aceg/4 =+ = = = =+ = = = = cg/2 acg/3 = = abcg/4 \
          = abfg/4 = =
          """,
        left: "gabf")),
    Row(
      "seeded 8", count: 2, cost: 20,
      """
      -g ?b g:2 b:1 b:5 -e d:5 b:5 -b c:1 e:5 a:5 c=39 d:2 f:1 g:1 ?f a:5 ?f ?f f:5 -b b:5 \
      e:1 a:1 ?f ?g ?b ?g b:5
      """,
      clock: Outcome(
        states: """
          /0 = g/2 bg/3 bg/7 = bd/10 = d/5 cd/6 ce/6 ae/10 = ad/7 df/3 fg/2 =+ af/6 =+ =+ \
          af/10 = bf/10 ef/6 af/6 =+ = = = bf/10
          """,
        left: "bf"),
      queue: Outcome(
        states: """
          /0 = g/2 bg/3 bg/7 = bd/10 = d/5 cd/6 ce/6 ae/10 = ad/7 df/3 fg/2 =+ af/6 =+ =+ \
          af/10 = bf/10 be/6 ae/2 = = = = ab/6
          """,
        left: "ab")),
    Row(
      "seeded 9", count: 4, cost: nil,
      """
      g:1 f:1 b:1 c:1 ?g ?f c=31 b:1 c:1 e:1 e:1 ?c e:1 -b b:1 a:1 ?f -g ?a c:1 ?e ?g d:1 \
      tn=2 -e c:1 tc=15 c=40 -a g:1
      """,
      clock: Outcome(
        states: """
          g/1 fg/2 bfg/3 bcfg/4 =+ =+ = = = = bcef/4 =+ = cef/3 bcef/4 abce/4 = = =+ = =+ = \
          acde/4 ae/2 a/1 ac/2 = = c/1 cg/2
          """,
        left: "cg"),
      queue: Outcome(
        states: """
          g/1 fg/2 bfg/3 bcfg/4 =+ =+ = = = bcef/4 = =+ = cef/3 bcef/4 abce/4 = = =+ = =+ = \
          acde/4 de/2 d/1 cd/2 = = = cdg/3
          """,
        left: "dcg")),
    Row(
      "seeded 10", count: 5, cost: 20,
      """
      g:1 ?d b:5 b:1 b:5 g:1 ?c ?a e:1 tc=19 ?d a:2 ?b -a ?b d:1 ?e f:1 ?c ?g d:2 a:5 b:5 ?e \
      f:5 d:5 ?g f:5 a:2 ?f
      """,
      clock: Outcome(
        states: """
          g/1 = bg/6 bg/2 bg/6 = = = beg/7 = = abeg/9 =+ beg/7 =+ bdeg/8 =+ bdefg/9 = =+ \
          bdefg/10 abdeg/14 = =+ bdefg/14 bdefg/17 =+ = = =+
          """,
        left: "gbedf"),
      queue: Outcome(
        states: """
          g/1 = bg/6 bg/2 bg/6 = = = beg/7 = = abeg/9 =+ beg/7 =+ bdeg/8 =+ bdefg/9 = =+ \
          bdefg/10 adefg/10 abdfg/14 = abdfg/18 abdf/20 = = abdf/17 =+
          """,
        left: "bdaf")),
  ]
}
