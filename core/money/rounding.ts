// Multiply, then divide, with the rounding in the name (C5). The only division of amounts in the project: fees
// round half up, what a customer pays rounds up, what a customer receives rounds down.

const product = (a: bigint, b: bigint, divisor: bigint): bigint => {
  if (a < 0n || b < 0n || divisor <= 0n) throw new RangeError(`No division of ${a} * ${b} by ${divisor}`)
  return a * b
}

/** a * b / divisor, rounded down; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivFloor = (a: bigint, b: bigint, divisor: bigint): bigint => product(a, b, divisor) / divisor

/** a * b / divisor, rounded up; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivCeil = (a: bigint, b: bigint, divisor: bigint): bigint =>
  (product(a, b, divisor) + divisor - 1n) / divisor

/** a * b / divisor to the nearest, a half goes up; throws `RangeError` on a negative factor or a divisor below one. */
export const mulDivHalfUp = (a: bigint, b: bigint, divisor: bigint): bigint =>
  (2n * product(a, b, divisor) + divisor) / (2n * divisor)
