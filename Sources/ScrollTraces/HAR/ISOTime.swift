/// A moment in the form of ISO 8601 that HAR files have: `2026-01-31T09:30:00.125+01:00`.
struct ISOTime {
  /// From 1970 on; leap seconds are not counted.
  let milliseconds: Double

  /// Nil for any other text.
  init?(_ text: String) {
    let parts =
      #/
      (\d{4}) - (\d\d) - (\d\d) [Tt]
      (\d\d) : (\d\d) : (\d\d) (\.\d{1,12})?
      (?: [Zz] | ([+-]) (\d\d) :? (\d\d) )?
      /#
    guard let found = text.wholeMatch(of: parts)?.output, let year = Int(found.1),
      let month = Int(found.2), 1...12 ~= month, let day = Int(found.3), 1...31 ~= day,
      let hour = Int(found.4), let minute = Int(found.5), let second = Int(found.6)
    else { return nil }
    let fraction = found.7.flatMap { Double("0\($0)") } ?? 0
    let seconds = ((Self.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    let away = 60 * ((found.9.flatMap { Int($0) } ?? 0) * 60 + (found.10.flatMap { Int($0) } ?? 0))
    milliseconds = Double(seconds - (found.8 == "-" ? -away : away)) * 1000 + fraction * 1000
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar, whose years begin in March here.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
