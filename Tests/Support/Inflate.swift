/// Unpacks DEFLATE (RFC 1951) slowly, bit by bit and word by word: a second implementation.
package struct Inflate {
  package struct Failure: Error { package let description: String }

  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []

  package static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = Inflate(bytes: bytes)
    while try reader.readBlock() {}
    guard (reader.place + 7) / 8 == bytes.count else {
      throw Failure(description: "bytes are left")
    }
    return reader.output
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func bit() throws -> Int {
    guard place / 8 < bytes.count else { throw Failure(description: "it ends too soon") }
    defer { place += 1 }
    return Int(bytes[place / 8] >> UInt8(place % 8) & 1)
  }

  private mutating func number(_ bits: Int) throws -> Int {
    var number = 0
    for index in 0..<bits { number |= try bit() << index }
    return number
  }

  /// Words of a canonical code, each with a leading 1, and their letters.
  private static func code(_ lengths: [Int]) -> [Int: Int] {
    var code: [Int: Int] = [:]
    var next = 0
    for length in 1...15 {
      next <<= 1
      for letter in lengths.indices where lengths[letter] == length {
        code[1 << length | next] = letter
        next += 1
      }
    }
    return code
  }

  private mutating func letter(_ code: [Int: Int]) throws -> Int {
    var word = 1
    for _ in 0..<15 {
      word = try word << 1 | bit()
      if let letter = code[word] { return letter }
    }
    throw Failure(description: "there is no such word")
  }

  /// - Returns: whether another block follows.
  private mutating func readBlock() throws -> Bool {
    let isLast = try bit() == 1
    guard try number(2) == 2 else { throw Failure(description: "a block of another kind") }
    let (letterCount, distanceCount) = (try number(5) + 257, try number(5) + 1)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var small = [Int](repeating: 0, count: 19)
    for index in 0..<(try number(4) + 4) { small[order[index]] = try number(3) }
    let lengthCode = Self.code(small)
    var lengths: [Int] = []
    while lengths.count < letterCount + distanceCount {
      switch try letter(lengthCode) {
      case 16: lengths += Array(repeating: lengths[lengths.count - 1], count: try number(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try number(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try number(7) + 11)
      case let length: lengths.append(length)
      }
    }
    let letters = Self.code(Array(lengths[..<letterCount]))
    let distances = Self.code(Array(lengths[letterCount...]))
    while true {
      let word = try letter(letters)
      if word == 256 { return !isLast }
      if word < 256 {
        output.append(UInt8(word))
        continue
      }
      let length = try self.length(word)
      let distance = try self.distance(letter(distances))
      guard distance <= output.count else { throw Failure(description: "a copy from before") }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private mutating func length(_ letter: Int) throws -> Int {
    if letter < 265 { return letter - 254 }
    if letter == 285 { return 258 }
    let bits = (letter - 261) / 4
    return 3 + (4 + (letter - 265) % 4) << bits + (try number(bits))
  }

  private mutating func distance(_ letter: Int) throws -> Int {
    if letter < 4 { return letter + 1 }
    let bits = letter / 2 - 1
    return 1 + (2 + letter % 2) << bits + (try number(bits))
  }
}
