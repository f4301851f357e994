/// The subject of `explain`.
enum ExplainQuestion: Equatable {
  case item(Int), frame(Int), worst

  /// Reads the three options, of which one may be given.
  init(item: Int?, frame: Int?, worst: Bool) throws(CommandError) {
    switch (item, frame, worst) {
    case (let item?, nil, false): self = .item(item)
    case (nil, let frame?, false): self = .frame(frame)
    case (nil, nil, _): self = .worst
    default:
      throw .usage("--item, --frame and --worst are three questions; expected one of them")
    }
  }

  /// The option as typed.
  var option: String {
    switch self {
    case .item(let item): "--item \(item)"
    case .frame(let frame): "--frame \(frame)"
    case .worst: "--worst"
    }
  }

  var kind: String {
    switch self {
    case .item: "item"
    case .frame: "frame"
    case .worst: "worst"
    }
  }

  var number: Int? {
    switch self {
    case .item(let number), .frame(let number): number
    case .worst: nil
    }
  }
}
