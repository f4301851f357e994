import ScrollCaching
import ScrollCore
import Testing

/// Short sequences in which what a policy knows of images that are gone decides the last request.
struct RememberedImagesTests {
  /// The last is found only because one that had left was remembered when it
  /// came back.
  static let returns = [
    ("2q", 4, "abcdeabfga", "MMMMMMMMMH"),
    ("qd-lp", 4, "abbcadedfga", "MMHMHMMHMMH"),
    ("s3fifo", 4, "abcdefaghifa", "MMMMMMMMMMMH"),
    ("arc", 3, "abacdcea", "MMHMMHMH"),
    ("lirs", 3, "abcdeca", "MMMMMMH"),
    ("car", 3, "aabcdebda", "MHMMMMMMH"),
    ("clock-pro", 4, "abcdefgha", "MMMMMMMMH"),
    ("mq", 3, "abbcadecb", "MMHMHMMMH"),
    ("lecar", 3, "aabcdecddafdgahd", "MHMMMMMHHMMHMMMH"),
    ("cacheus", 4, "aabcdebd", "MHMMMMMH"),
    ("cacheus:lists=authors", 4, "abcddeafeb", "MMMMHMHMMH"),
  ]
  /// The last is found only because a newcomer is counted by its own digest: with what was counted
  /// for one before it, it would have taken the room.
  static let counts = [
    ("tinylfu:expectedItems=64", 2, "abcda", "MMMMH"),
    ("w-tinylfu:expectedItems=64", 3, "klmjm", "MMMMH"),
    ("w-tinylfu:sketch=caffeine:expectedItems=64", 3, "abcdeda", "MMMMMMH"),
  ]

  @Test(arguments: returns)
  func `a policy remembers an evicted image under its id`(
    policy: String, room: Int, letters: String, picture: String
  ) throws {
    let drawn = try DrivenCache(policy, room: room).picture(letters)
    let reused = try DrivenCache(reusing: policy, room: room).picture(letters)
    let mistaken = try DrivenCache(reusing: policy, room: room, .hidesMemory).picture(letters)
    #expect(drawn == picture)
    #expect(reused == picture)
    #expect(mistaken.last == "M")
  }

  @Test(arguments: counts)
  func `a policy counts an image by its digest`(
    policy: String, room: Int, letters: String, picture: String
  ) throws {
    let drawn = try DrivenCache(policy, room: room).picture(letters)
    let reused = try DrivenCache(reusing: policy, room: room).picture(letters)
    let mistaken = try DrivenCache(reusing: policy, room: room, .keepsDigests).picture(letters)
    #expect(drawn == picture)
    #expect(reused == picture)
    #expect(mistaken.last == "M")
  }

  @Test func `clock-pro remembers the last requested image, even if not stored`() throws {
    // A decode of b begins, four others end, and only then that of b, which is shown at once: no
    // second use. So b leaves before what was stored before it and used since.
    func isKept(_ cache: DrivenCache) -> Bool {
      func request(_ image: Int) -> Request {
        Request(image: ImageID(image), cost: 1, time: .zero)
      }
      _ = cache.picture("vwxyz")
      _ = cache.model.lookup(request(1))
      for image in [10, 11, 12, 13, 1] { _ = cache.model.store(request(image), as: .viewed) }
      _ = cache.model.lookup(request(1))
      _ = cache.model.lookup(request(13))
      for image in 3..<6 { cache.view(image) }
      return cache.contains(1)
    }
    let drawn = isKept(try DrivenCache("clock-pro", room: 4))
    let reused = isKept(try DrivenCache(reusing: "clock-pro", room: 4))
    let mistaken = isKept(try DrivenCache(reusing: "clock-pro", room: 4, .hidesMemory))
    #expect(!drawn && !reused && mistaken)
  }
}
