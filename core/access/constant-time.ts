// Comparison whose time tells nothing about where two texts differ: for digests and signatures.

/** Whether two ASCII texts are equal. Their lengths may become known, their content not. */
export const equalInConstantTime = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
