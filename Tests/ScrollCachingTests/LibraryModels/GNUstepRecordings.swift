import Testing

/// Recordings of the real NSCache of GNUstep (libs-base 1.28.0, and its head of August 2026).
///
///     a:4      store a plain value at cost 4        a~4   a discardable one, not in use
///     ?a  !a   read a: found, not found             ?a*   found without its content
///     ^a  _a   begin and end access                 -a -* remove
///     n=3 c=9  set the count or cost limit
///     ...>b,c<d   the contents of b and c are dropped, and the delegate receives d
///
/// `left` lists the entries that remain in the table, with a star where the content is gone. Where
/// the two versions differ there is a row for each.
enum GNUstepRecordings {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// The versions that the row holds for: 1.28.0, the head, or both.
    let versions: [Version]
    let count: Int, cost: Int
    let removesDiscarded: Bool
    let script: String, left: String

    init(
      _ name: String, _ versions: [Version] = Version.allCases, count: Int, cost: Int,
      removesDiscarded: Bool, _ script: String, left: String
    ) {
      (self.name, self.versions) = (name, versions)
      (self.count, self.cost, self.removesDiscarded) = (count, cost, removesDiscarded)
      (self.script, self.left) = (script, left)
    }

    var testDescription: String { name }
  }

  enum Version: CaseIterable {
    case old, head
  }

  static let rows = [
    Row(
      "plain (non-discardable) objects are never evicted, whatever", count: 2, cost: 0,
      removesDiscarded: false,
      """
      a:0 b:0 c:0 d:0 ?a ?b ?c ?d
      """, left: "a b c d"),
    Row(
      "plain objects are never evicted, whatever the cost limit", count: 0, cost: 10,
      removesDiscarded: false,
      """
      a:6 b:6 c:6
      """, left: "a b c"),
    Row(
      "count limit, all cost 0: every never-read discardable is", count: 2, cost: 0,
      removesDiscarded: false,
      """
      a~0 b~0 c~0>a,b d~0>c ?a* ?b* ?c* ?d
      """, left: "a* b* c* d"),
    Row(
      "same with the flag on: the discarded entries leave the table", count: 2, cost: 0,
      removesDiscarded: true,
      """
      a~0 b~0 c~0>a,b<a,b d~0
      """, left: "c d"),
    Row(
      "count limit with cost > 0: stops after the first victim", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 d~1>a<a e~1>b<b
      """, left: "c d e"),
    Row(
      "a single read protects while the mean access count is below", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 ?a d~1>b<b
      """, left: "a c d"),
    Row(
      "all read once: nothing can be evicted, the cache grows past", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 ?a ?b ?c d~1 ?d e~1
      """, left: "a b c d e"),
    Row(
      "20% rule: mean 10 reads -> threshold 3, the item read twice", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 ?a ?a ?b ?b ?b ?b ?b ?b ?b ?b ?b ?b ?b ?b ?b ?b ?c ?c ?c ?c ?c ?c ?c
      ?c ?c ?c ?c ?c ?c ?c d~1>a<a
      """, left: "b c d"),
    Row(
      "20% rule: threshold is truncated: total 14 over 3 -> 1.93", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 ?a ?b ?b ?b ?b ?b ?b ?b ?c ?c ?c ?c ?c ?c d~1
      """, left: "a b c d"),
    Row(
      "20% rule: total 15 over 3 -> 2", count: 3, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 c~1 ?a ?b ?b ?b ?b ?b ?b ?b ?c ?c ?c ?c ?c ?c ?c d~1>a<a
      """, left: "b c d"),
    Row(
      "cost limit: frees until the freed cost strictly exceeds the", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~4 b~3 c~3 d~4>a,b<a,b
      """, left: "c d"),
    Row(
      "cost limit: need 4, first victim cost 5 > 4 -> only one goes", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~5 b~3 c~2 d~4>a<a
      """, left: "b c d"),
    Row(
      "an entry bigger than the limit is stored anyway", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~5 b~5 big~50>a,b<a,b c~1>big<big
      """, left: "c"),
    Row(
      "bug: removal does not give the cost back, so later inserts", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~6 -a<a b~6 c~1>b<b !b
      """, left: "c"),
    Row(
      "bug: overwrite does not give the old cost back", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~6 a~6<a b~1>a<a a~6>b<b c~1>a<a
      """, left: "c"),
    Row(
      "bug: removeAll does not reset the total cost; nothing can", count: 2147483647, cost: 10,
      removesDiscarded: true,
      """
      a~6 b~4 -*<a,b c~1 d~1>c<c e~1>d<d ?e f~1
      """, left: "e f"),
    Row(
      "content in use (begin without end) is not discarded and", count: 2, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 ^a c~1>b<b _a d~1>a<a
      """, left: "c d"),
    Row(
      "a read moves a discardable to the back of the candidate", count: 4, cost: 0,
      removesDiscarded: true,
      """
      a~1 b~1 z:0 y:0 ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z
      ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?z ?a c~1>b<b d~1>a<a
      """, left: "c d y z"),
    Row(
      "flag off: a discarded shell still counts for the count", count: 3, cost: 0,
      removesDiscarded: false,
      """
      a~1 b~1 c~1 d~1>a e~1>b f~1>c ?a* ?f
      """, left: "a* b* c* d e f"),
    Row(
      "overwriting tells the delegate about the old object", count: 9, cost: 0,
      removesDiscarded: false,
      """
      a~1 a~2<a p:0 p:0<p -p<p -*<a
      """, left: ""),
    Row(
      "limits may be changed at any time and act at the next set", count: 2147483647, cost: 0,
      removesDiscarded: true,
      """
      a~3 b~3 c~3 n=1 ?c d~3>a<a c=5 e~3>b,d<b,d
      """, left: "c e"),
    Row(
      "scroll down and back (discardable, never re-read before", count: 4, cost: 0,
      removesDiscarded: true,
      """
      i0~100 i1~100 i2~100 i3~100 i4~100>i0<i0 i5~100>i1<i1 i6~100>i2<i2 i7~100>i3<i3
      ?i7 ?i6 ?i5 ?i4 !i3 !i2 !i1 !i0
      """, left: "i4 i5 i6 i7"),
    Row(
      "mixed plain and discardable: only discardables pay", count: 3, cost: 0,
      removesDiscarded: true,
      """
      p1:5 d1~5 p2:5 d2~5>d1<d1 p3:5>d2<d2
      """, left: "p1 p2 p3"),
    Row(
      "random (seeded)", count: 4, cost: 0,
      removesDiscarded: true,
      """
      d~2 !f !e !g !b f~3 c~1 !b g~3 d~1<d !b ?d !a f~2<f d~1<d ?d !a c:3<c e~1>g<g !a
      b~1>f<f c=8 -c<c ?b e:3<e -e<e f:3 !a a:1 d~2<d
      """, left: "a b d f"),
    Row(
      "random (seeded)", [.old], count: 0, cost: 0,
      removesDiscarded: false,
      """
      e:0 !f !g -e<e !f e~0 !f -c !d g~0>e d~0>g ?d !f -b !b b~0 ?e* -f ?g* a~0>b -e<e
      -e c=21 c~0>a c~0<c c:0<c a:0<a b~0<b g~0>b<g -*<a,b,c,d,g
      """, left: ""),
    Row(
      "random (seeded)", [.head], count: 0, cost: 0,
      removesDiscarded: false,
      """
      e:0 !f !g -e<e !f e~0 !f -c !d g~0 d~0 ?d !f -b !b b~0 ?e -f ?g a~0 -e<e -e c=21
      c~0 c~0<c c:0<c a:0<a b~0<b g~0<g -*<a,b,c,d,g
      """, left: ""),
    Row(
      "random (seeded)", count: 4, cost: 20,
      removesDiscarded: false,
      """
      !a !e c~5 -g !g !a c~1<c e~5 d~5 ?d -*<c,d,e e:1 ?e a~1 a~0<a g~0 ?e f~5>a,g
      g:5>f<g ^d ?f* ?g a~5<a !c g~0>a<g ?g a~0<a c~1>a ?e -a<a
      """, left: "c e f* g"),
    Row(
      "random (seeded)", count: 4, cost: 0,
      removesDiscarded: true,
      """
      e~5 !a ?e -b b~6 !g -c d~4 !f a:1 g~14>b<b !b !c f~11>d<d e~6<e a~9<a ?a d~0>g<g
      d~12<d ?d e~10<e !g d~6<d e~9<e e~9<e d~5<d !g g~12>f<f a:14<a g:12<g
      """, left: "a d e g"),
    Row(
      "random (seeded)", count: 3, cost: 0,
      removesDiscarded: true,
      """
      e~1 !c f~1 c~1 !b a~1>e<e c~1<c !g !d !g !g -b f~1<f ?f -e ?a -d !e !d a:1<a ?c
      f:1<f g~1 f~1>g<f,g !g -e ?f c=5 f:1<f -e
      """, left: "a c f"),
    Row(
      "random (seeded)", [.old], count: 0, cost: 20,
      removesDiscarded: false,
      """
      !b -g -d -e c~1 !a g~1>c !f ?c* !f -f ^c !d a:1>g -b -c<c a~1<a !b ?g* n=1 !d n=1
      b:1>a !f -d -d e:1 ?b g~1<g -*<a,b,e,g
      """, left: ""),
    Row(
      "random (seeded)", [.head], count: 0, cost: 20,
      removesDiscarded: false,
      """
      !b -g -d -e c~1 !a g~1 !f ?c !f -f ^c !d a:1 -b -c<c a~1<a !b ?g n=1 !d n=1 b:1>a
      !f -d -d e:1 ?b g~1<g -*<a,b,e,g
      """, left: ""),
    Row(
      "random (seeded)", count: 2, cost: 0,
      removesDiscarded: false,
      """
      !c !g b~2 ?b e~3 -b<b e~1<e !d c=31 -f !a -b !d -c !b ?e !a !a ?e e~1<e c=25 f~2
      b:1>e f~2<f f~3<f !d e~2>f<e ?f* !g d~3>e
      """, left: "b d e* f*"),
    Row(
      "random (seeded)", count: 5, cost: 0,
      removesDiscarded: true,
      """
      -b d~7 n=3 !b b~6 d~4<d g~4 f~12>b<b e~5>d<d !d a~0>g<g c=8 ?e n=5 c~13>f,a<f,a
      c~1<c e:3>c<e,c ?e !a d~12 e~9>d<e,d c:0>e<e !b ^a -c<c c:0 ?c g~3 e~2>g<g ?e
      """, left: "c e"),
    Row(
      "random (seeded)", count: 3, cost: 0,
      removesDiscarded: true,
      """
      !a b~1 !c c=13 d~1 e~1 g~1>b<b a~1>d<d c:1>e<e e~1>g<g !d ?c g~1>a<a ^g g:1<g -f
      g~1<g a~1>e<e b~1>g<g g~1>a<a ^e f~1>b<b !a ?f a~1>g<g !d b~1>a<a ?f -c<c !g
      """, left: "b f"),
    Row(
      "random (seeded)", count: 4, cost: 8,
      removesDiscarded: false,
      """
      !d g:1 !e !d !f g~1<g d~1 !f -b f~1 !c !a e~1 !b e~1<e g~1<g e~1<e ?g g:1>d,f<g -a
      f~1<f b~1>e,f ?b f~1<f c:1>f ?e* e~1<e b~1>e<b -g<g f~1>b<f
      """, left: "b* c d* e* f"),
    Row(
      "random (seeded)", [.old], count: 0, cost: 8,
      removesDiscarded: false,
      """
      f~1 !b f~2<f -g ^f !d !a e~3 _f ?f -d a~1>e b~1>a ?f a:1>b<a f~3<f a:1>f<a f~3<f
      ?a d~1>f ?a !c !g -d<d !g f~3<f n=7 c~1>f c~3<c ?b*
      """, left: "a b* c e* f*"),
    Row(
      "random (seeded)", [.head], count: 0, cost: 8,
      removesDiscarded: false,
      """
      f~1 !b f~2<f -g ^f !d !a e~3 _f ?f -d a~1 b~1 ?f a:1>e<a f~3>b<f a:1>f<a f~3<f ?a
      d~1>f ?a !c !g -d<d !g f~3<f n=7 c~1>f c~3<c ?b*
      """, left: "a b* c e* f*"),
    Row(
      "random (seeded)", count: 3, cost: 12,
      removesDiscarded: true,
      """
      -f -e -c f~1 -d a~3 c~7 f~8>a,c<f,a,c b:13>f<f !g !c ?b !a a~2 !e !d -g !g c:0>a<a
      ?c f~2 f~11<f e:13>f<f !g !d c~9<c -a !a ?c -e<e
      """, left: "b c"),
    Row(
      "random (seeded)", count: 4, cost: 12,
      removesDiscarded: true,
      """
      e~0 !a e~0<e !d !a !f a~0 !d e:0<e !c c~0 c~0<c c~0<c g~0 a~0<a -f ?c c~0<c e:0<e
      a~0<a ?e ?c c:0<c c~0<c f~0>g,a,c<g,a,c !d ^f g~0 n=3 g~0<g
      """, left: "e f g"),
    Row(
      "random (seeded)", [.old], count: 0, cost: 8,
      removesDiscarded: false,
      """
      g~1 b~1>g ?g* !f !e !d ?g* d~1>b c~1>d !f a~1>c d~1>a<d ?a* a~1>d<a !e e:1>a !f
      f~1 e~1>f<e ?b* c:1>e<c ?b* n=4 ?d* ?b* ?f* n=6 ?b* d~1<d ?c
      """, left: "a* b* c d e* f* g*"),
    Row(
      "random (seeded)", [.head], count: 0, cost: 8,
      removesDiscarded: false,
      """
      g~1 b~1 ?g !f !e !d ?g d~1 c~1 !f a~1 d~1<d ?a a~1<a !e e:1 !f f~1>b,c e~1<e ?b*
      c:1>d,a<c ?b* n=4 ?d* ?b* ?f n=6 ?b* d~1>e<d ?c
      """, left: "a* b* c d e* f g"),
  ]
}
