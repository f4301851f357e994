/// Colors as eyes see them: luminance, and the effects of the three kinds of color blindness.
enum ColorVision {
  static func linear(_ hex: String) -> [Double] {
    (0..<3).map { channel in
      let start = hex.index(hex.startIndex, offsetBy: 1 + 2 * channel)
      let digits = hex[start..<hex.index(start, offsetBy: 2)]
      let value = Double(Int(digits, radix: 16) ?? 0) / 255
      return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }
  }

  /// Returns the "contrast ratio" of WCAG 2.2.
  static func contrast(_ a: String, _ b: String) -> Double {
    func luminance(_ hex: String) -> Double {
      let c = linear(hex)
      return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
    }
    let (low, high) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
  }

  /// Returns the least distance between two colors, over all kinds of vision.
  ///
  /// The distance is in Oklab (2020, by B. Ottosson), for ordinary eyes, and for those with
  /// protanopia, deuteranopia and tritanopia after Machado et al., severity 1.
  static func distance(_ a: String, _ b: String) -> Double {
    ([identity] + deficiencies).map { matrix in
      let (x, y) = (oklab(seen(linear(a), matrix)), oklab(seen(linear(b), matrix)))
      return zip(x, y).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }.min() ?? 0
  }

  private static let identity: [[Double]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
  private static let deficiencies: [[[Double]]] = [
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ]

  private static func seen(_ color: [Double], _ matrix: [[Double]]) -> [Double] {
    matrix.map { row in max(0, min(1, zip(row, color).reduce(0) { $0 + $1.0 * $1.1 })) }
  }

  private static func oklab(_ c: [Double]) -> [Double] {
    let l = power(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2], 1 / 3.0)
    let m = power(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2], 1 / 3.0)
    let s = power(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2], 1 / 3.0)
    return [
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    ]
  }
}
