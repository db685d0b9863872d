// What routing may take of a payment that our Lightning node makes.
import { type Sats, mulDivCeil } from "../money/units.ts"

const leastSats = 10n
const basisPoints = 100n

/** In satoshis: a hundredth of the payment, and never less than ten (0096). */
export const routingFeeBound = (sats: Sats): Sats => {
  const share = mulDivCeil(sats, basisPoints, 10_000n)
  return (share > leastSats ? share : leastSats) as Sats
}
