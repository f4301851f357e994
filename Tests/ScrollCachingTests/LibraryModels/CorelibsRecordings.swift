import Testing

/// Recordings of the real NSCache of swift-corelibs-foundation (6.3.1, x86-64 Linux), as scripts.
///
/// `left` lists the remaining images, the next to be evicted first.
enum CorelibsRecordings {
  struct Row: Sendable, CustomTestStringConvertible {
    let note: String
    let count: Int, cost: Int
    let script: String, left: String

    init(_ note: String, count: Int, cost: Int, _ script: String, left: String) {
      (self.note, self.count, self.cost) = (note, count, cost)
      (self.script, self.left) = (script, left)
    }

    var testDescription: String { note }
  }

  static let rows = [
    Row(
      "equal costs: the newcomer goes at once", count: 2, cost: 0,
      """
      a:0 b:0 c:0>c d:0>d ?a
      """, left: "b a"),
    Row(
      "rising costs: the cheapest resident goes", count: 2, cost: 0,
      """
      a:1 b:2 c:3>a d:4>b
      """, left: "c d"),
    Row(
      "falling costs: the newcomer is the cheapest", count: 2, cost: 0,
      """
      a:9 b:8 c:7>c d:6>d
      """, left: "b a"),
    Row(
      "looking up protects no value", count: 3, cost: 0,
      """
      a:1 b:2 c:3 ?a ?a ?a d:4>a
      """, left: "b c d"),
    Row(
      "cheapest first, until enough is gone", count: 0, cost: 10,
      """
      a:4 b:3 c:2 d:5>c,b
      """, left: "a d"),
    Row(
      "entries of cost 0 go and free nothing", count: 0, cost: 10,
      """
      a:0 b:0 c:6 d:6>b,a,d
      """, left: "c"),
    Row(
      "one over the limit empties the cache, itself last", count: 0, cost: 10,
      """
      a:1 b:2 c:3 big:20>a,b,c,big
      """, left: ""),
    Row(
      "exactly at the limit is not over it", count: 0, cost: 10,
      """
      a:10 b:0 c:1>b,c
      """, left: "a"),
    Row(
      "overwriting at the same cost keeps the place", count: 2, cost: 0,
      """
      a:5 b:5 a:5 c:6>b
      """, left: "a c"),
    Row(
      "overwriting at another cost moves", count: 3, cost: 0,
      """
      a:1 b:2 c:3 a:9 d:4>b
      """, left: "c d a"),
    Row(
      "overwriting can push others out", count: 0, cost: 10,
      """
      a:3 b:4 a:8>b
      """, left: "a"),
    Row(
      "overwriting can push itself out", count: 0, cost: 10,
      """
      a:9 b:1 b:2>b
      """, left: "a"),
    Row(
      "a lower count limit waits for the next store", count: 0, cost: 0,
      """
      a:1 b:2 c:3 n=1 ?a -zz ?b d:4>a,b,c
      """, left: "d"),
    Row(
      "a lower cost limit waits for any store", count: 0, cost: 0,
      """
      a:5 b:5 c:5 c=6 ?a b:5>c,b
      """, left: "a"),
    Row(
      "first the cost limit, then the count limit", count: 2, cost: 10,
      """
      a:1 b:2 c:9>a,b
      """, left: "c"),
    Row(
      "a negative cost is 0", count: 2, cost: 5,
      """
      a:-4 b:3 c:2>a d:1>d
      """, left: "c b"),
    Row(
      "removing frees the cost without a call of the delegate", count: 0, cost: 10,
      """
      a:6 b:4 -a c:6 -* d:10 e:1>e
      """, left: "d"),
    Row(
      "a tie in the middle: the newest goes first", count: 4, cost: 0,
      """
      a:1 b:5 c:5 d:9 e:5>a f:7>e g:7>c
      """, left: "b g f d"),
    Row(
      "a limit of 0 is none", count: 0, cost: 0,
      """
      a:100 b:200 c:0
      """, left: "c a b"),
    Row(
      "room for one", count: 1, cost: 0,
      """
      a:1 b:1>b c:2>a d:1>d
      """, left: "c"),
    Row(
      "down and back with equal images: the first four stick", count: 0, cost: 400,
      """
      i0:100 i1:100 i2:100 i3:100 i4:100>i4 i5:100>i5 i6:100>i6 i7:100>i7 ?i7 ?i6 ?i5 ?i4 ?i3
      ?i2 ?i1 ?i0
      """, left: "i3 i2 i1 i0"),
    Row(
      "large images stick, thumbnails thrash", count: 0, cost: 400,
      """
      t1:10 p1:150 t2:10 p2:150 t3:10 p3:150>t3,t2,t1,p3 t4:10 ?p1 ?t4 p4:150>t4,p4
      """, left: "p2 p1"),
    Row(
      "random sequence 01", count: 6, cost: 0,
      """
      d:0 ?f ?b e:5 a:0 b:5 e:0 b:5 d:0 f:0 b:0 d:0 b:9 e:0 d:9 c:9 b:0 c:9 ?d e:5 ?d e:0 d:9 ?f
      ?e f:0 f:0 b:0
      """, left: "e b f a c d"),
    Row(
      "random sequence 02", count: 0, cost: 36,
      """
      ?c ?h -f d:0 b:0 h:0 h:0 d:0 h:0 e:0 h:0 ?h b:0 -a -g ?e -* ?c e:0 ?a b:0 c:0 ?a ?a h:0
      a:0 h:0
      """, left: "a h c b e"),
    Row(
      "random sequence 04", count: 3, cost: 16,
      """
      -c a:2 b:2 a:30>b,a i:2 g:1 ?f -h i:3 i:3 e:30>g,i,e h:2 a:2 f:2 a:2 g:3>f ?d ?b a:1 f:3>a
      g:2 h:30>g,f,h g:1 c=33 h:2 -b -a b:3 i:30>g,h i:2 h:1 i:1 e:2>i n=1 h:2>h,e c:1>c ?h
      """, left: "b"),
    Row(
      "random sequence 05", count: 3, cost: 0,
      """
      -c ?d e:1 a:3 b:2 a:1 b:1 ?a b:1 ?d e:2 a:1 d:2>b ?c f:3>a -c ?a ?d -b e:2 f:1 -c d:1
      b:1>b b:2>d b:2 -e
      """, left: "f b"),
    Row(
      "random sequence 07", count: 5, cost: 19,
      """
      ?g ?f ?b ?c f:5 f:0 -b d:0 ?d d:0 b:9 ?f ?b e:5 b:0 b:0 -e f:0 f:0 e:0 d:0 ?c f:5 c:0 d:5
      d:5 -* b:5 f:0
      """, left: "f b"),
    Row(
      "random sequence 08", count: 5, cost: 12,
      """
      c:5 c:16>c n=0 h:18>h h:6 -i e:4 ?d n=6 -i a:3>a ?i b:15>e,h,b -c a:6 c:13>a,c d:6 ?a a:4
      ?a -h d:11>a n=3 c:17>d,c h:18>h ?i h:18>h
      """, left: ""),
    Row(
      "random sequence 10", count: 0, cost: 27,
      """
      a:2 d:30>a,d ?d e:1 ?e a:8 ?e ?f h:8 -* ?h h:8 b:2 ?c -a b:1 ?e ?b g:1 d:2 a:1 ?e ?b ?a
      g:1
      """, left: "a g b d h"),
    Row(
      "random sequence 11", count: 4, cost: 25,
      """
      a:5 a:5 d:9 -e -* ?c b:5 b:0 ?g ?g b:0 a:5 g:0 b:9 c:0 e:0>e ?c c:5 ?c a:0 b:0 a:0 ?c a:0
      ?b f:5>b a:0 a:5 c:9 ?g d:9>g,a f:5 ?a f:5 d:5 ?g ?c ?c ?b
      """, left: "d f c"),
    Row(
      "random sequence 13", count: 6, cost: 0,
      """
      d:0 -* -* a:9 a:5 c:0 a:5 b:0 a:5 f:9 d:5 h:5 d:0 a:0 f:0 h:0 ?h ?a -d h:0 g:5 ?e b:9 c:9
      g:0 b:0 g:0 h:0 g:0 -* ?d -g ?e b:0 ?f f:5 ?h
      """, left: "b f"),
    Row(
      "random sequence 14", count: 0, cost: 7,
      """
      ?b b:2 ?f g:30>b,g d:2 ?c -b a:1 ?e e:1 ?a -e e:2 ?f g:30>a,e,d,g ?e -b ?c g:8>g f:1 e:2
      e:1 ?b a:3
      """, left: "e f a"),
    Row(
      "random sequence 16", count: 1, cost: 27,
      """
      g:2 ?b ?b h:2>h b:3>g c=35 i:3>i -h h:2>h f:3>f ?g h:2>h ?j d:2>d j:2>j d:3>d -h e:3>e
      e:1>e c:2>c i:1>i g:3>g c:1>c -* i:1 g:3>i j:3>j c:3>c ?c h:2>h
      """, left: "g"),
    Row(
      "random sequence 17", count: 6, cost: 0,
      """
      c:8 e:1 a:1 e:8 b:2 b:3 ?a c:3 d:3 b:8 ?a ?c c:2 ?e ?a d:1 a:1 c:1 ?e -c ?c ?c c:3 b:1 ?d
      d:1 b:30 ?e c:30 d:30 -e
      """, left: "a d c b"),
    Row(
      "random sequence 19", count: 4, cost: 21,
      """
      c:3 d:30>c,d d:1 ?i -e j:3 d:2 d:1 ?h f:1 ?f ?f d:30>f,j,d j:30>j e:3 ?f h:8 ?d -* ?j g:2
      j:3 ?d c:8 h:30>g,j,c,h d:2 a:8 d:3 c:8 ?a g:30>d,c,a,g
      """, left: ""),
    Row(
      "random sequence 20", count: 6, cost: 10,
      """
      ?f f:20>f -e d:5 c:5 g:11>c,d,g ?f a:19>a a:14>a c:5 d:18>c,d ?d b:2 ?f d:13>b,d g:14>g
      b:11>b ?g a:8 f:19>a,f g:3 e:15>g,e f:12>f e:12>e b:16>b ?e n=3 c:10 c:16>c n=5 d:18>d
      b:13>b d:16>d a:18>a e:17>e
      """, left: ""),
    Row(
      "random sequence 22", count: 0, cost: 23,
      """
      d:9 c:9 e:0 -e e:0 b:0 ?a c:5 a:0 b:0 ?b ?e -a e:5 ?e d:0 e:9 -e -e -b c:5 ?d a:0 ?a -c
      a:5 a:9 d:5 b:9 c:9>d,c
      """, left: "b a"),
  ]
}
