import ScrollCaching
import ScrollCore
import Testing

/// Tests of the rules, one by one, as scripts.
@Suite struct NSCacheARCTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let note: String
    let count: Int, cost: Int
    let script: String, left: String

    init(_ note: String, count: Int = 0, cost: Int = 0, _ script: String, left: String) {
      (self.note, self.count, self.cost) = (note, count, cost)
      (self.script, self.left) = (script, left)
    }

    var testDescription: String { note }
  }

  static let rows = [
    Row("never read: the oldest goes", count: 3, "a b c d>a e>b", left: "c d e"),
    Row(
      "one read makes newest, two make frequent", count: 3, "a b c ?a d>b ?a e>c f>d",
      left: "a e f"),
    Row(
      "frequent images survive a scan", count: 4,
      "h1 h2 ?h1 ?h1 ?h2 ?h2 n0 n1 n2>n0 n3>n1 n4>n2 n5>n3", left: "h1 h2 n4 n5"),
    Row(
      "without limits nothing goes", "a b c d e f g h i j k l m n o p q r s t u v w x y",
      left: "a b c d e f g h i j k l m n o p q r s t u v w x y"),
    Row("a cost limit alone", cost: 10, "a:4 b:3 c:2 d:5>a", left: "b c d"),
    Row("over the cost limit", cost: 10, "a:1 b:2 big:20>a,b,big", left: ""),
    Row("a lower count limit acts at once", count: 5, "a b c d e n=2>a,b,c", left: "d e"),
    Row(
      "after a critical warning nothing can be kept for 4 s",
      "a b !critical>a,b +1000 c>c +3000 d ?d", left: "d"),
    Row(
      "a warning halves, and the half stays for 4 s",
      "a b c d e f !warning>a,b,c g>d +4000 h i", left: "e f g h i"),
    Row(
      "storing ghosts again", count: 3, "a b c d>a ?a a>b ?b b>c", left: "a b d"),
    Row("the delegate receives replaced and removed values", count: 3, "a:1 a:2>a -a>a", left: ""),
    Row("the background drops all", count: 9, "a b c !background>a,b,c d", left: "d"),
    Row(
      "no count limit any more cuts to twenty", count: 25,
      "a b c d e f g h i j k l m n o p q r s t u v n=0>a,b w x",
      left: "c d e f g h i j k l m n o p q r s t u v w x"),
    // The image is read twice, evicted and stored again: its reads were kept, and p moves towards
    // it.
    Row(
      "reads survive as long as the ghost", count: 2, "a ?a ?a b ?b ?b c>c d>d n=1>a n=2 a b>b",
      left: "a b"),
  ]

  @Test(arguments: rows, [false, true])
  func `every rule has the evictions of its script`(row: Row, ghostDrift: Bool) {
    let script = CacheScript(row.script)
    let outcome = script.play(count: row.count, cost: row.cost) {
      NSCacheARC($0, ghostDrift: ghostDrift)
    }
    #expect(outcome.surprises == [], "\(row.note), ghostDrift \(ghostDrift)")
    #expect(outcome.residents == row.left.split(separator: " ").map(String.init).sorted())
  }

  @Test func `a ghost is forgotten earlier with ghost drift`() {
    // c is evicted third, after two ghosts were stored again. While it is a ghost, its missed
    // look-up counts, and storing it moves the target to 3: then the next hit makes it the only
    // frequent image, and the cache evicts recent ones. If it was forgotten, it is new, and stays.
    let start = "a b c d>a ?a a>b ?b b>c ?c c>d ?c "
    let kept = CacheScript(start + "x>c ?c").play(count: 3) { NSCacheARC($0) }
    #expect(kept.surprises == [])
    let drifted = CacheScript(start + "x>a ?c").play(count: 3) {
      NSCacheARC($0, ghostDrift: true)
    }
    #expect(drifted.surprises == [])
  }

  @Test func `the catalog accepts ghostDrift`() throws {
    let choice = try PolicyCatalog.builtIn.choose("nscache-arc:ghostDrift=true")
    #expect(choice.settings.flag("ghostDrift"))
  }
}
