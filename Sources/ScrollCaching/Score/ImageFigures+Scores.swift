import BasicContainers
import ScrollCore

/// Formulas worked out for one image, number by number, without closures.
extension ImageFigures {
  /// How much a formula wants a resident to leave: no number counts as the lowest of all.
  /// - Parameters:
  ///   - image: the resident.
  ///   - score: the formula.
  ///   - stack: room for as many numbers as it is deep.
  /// - Returns: a number.
  func worth(
    of image: ImageID, by score: ScoreExpression, on stack: inout [Double]
  ) -> Double {
    let value = value(of: score, for: image, residents[Int(image.index)], on: &stack)
    return value.isNaN ? -.infinity : value
  }

  /// Whether a formula lets an image in that is stored at this moment: where it is above 0, or
  /// no number.
  /// - Parameters:
  ///   - rule: the formula.
  ///   - request: what is offered.
  ///   - admission: whether an appearance wants it.
  ///   - stack: room for as many numbers as the formula is deep.
  /// - Returns: false where it is not stored.
  func passes(
    _ rule: ScoreExpression, _ request: Request, as admission: Admission,
    on stack: inout [Double]
  ) -> Bool {
    let newcomer = newcomer(request, as: admission)
    return !(value(of: rule, for: request.image, newcomer, on: &stack) <= 0)
  }

  private func value(
    of expression: ScoreExpression, for image: ImageID, _ resident: Resident,
    on stack: inout [Double]
  ) -> Double {
    var top = -1
    for instruction in expression.program {
      if case .load(let variable) = instruction {
        top += 1
        stack[top] = value(variable, of: image, resident)
      } else {
        instruction.apply(to: &stack, &top, expression.constants)
      }
    }
    return stack[0]
  }

  /// Writes a figure of some residents one after the other.
  /// - Parameters:
  ///   - variable: the figure.
  ///   - images: the residents.
  ///   - numbers: where to.
  ///   - start: the place of the first.
  func write(
    _ variable: ScoreVariable, of images: [ImageID], into numbers: inout [Double],
    from start: Int
  ) {
    switch variable {
    case .idle:
      for slot in images.indices {
        numbers[start + slot] = elapsed(since: residents[Int(images[slot].index)].used)
      }
    case .age:
      for slot in images.indices {
        numbers[start + slot] = elapsed(since: residents[Int(images[slot].index)].stored)
      }
    default:
      for slot in images.indices { numbers[start + slot] = value(variable, of: images[slot]) }
    }
  }
}
