// The parameters of a solana: link (Solana Pay): the amount, the token it is of, and the references by which the payment is
// found.
import { Result } from "effect"
import { parseSolanaAddress } from "../../standards/address/solana.ts"
import { type Said, readAmount } from "./link-amount.ts"
import type { ReadingResult } from "./reading.ts"
import { type Parameter, type ParsedLink, linkFault, onlyOne } from "./uri.ts"

/** As many decimals as a token can be made with. */
const tokenDecimals = 255
const solDecimals = 9

const addressFault = ({ name, value, valueAt }: Parameter): ReadonlyArray<ReadingResult> =>
  Result.match(parseSolanaAddress(value), {
    onSuccess: () => [],
    onFailure: ({ message }) => [linkFault(name, `The parameter ${name} is no Solana address. ${message}`, valueAt)]
  })

/** What the parameters of a solana: link say. */
export const readSolanaParameters = (link: ParsedLink): Said => {
  const { faults, parameter: token } = onlyOne(link, "spl-token")
  const amount = readAmount(
    link,
    token === undefined
      ? { decimals: solDecimals, shown: (_, text) => `${text} SOL` }
      : { decimals: tokenDecimals, shown: (_, text) => `${text} of the token` }
  )
  const references = link.parameters.filter(({ key }) => key === "reference")
  return {
    facts: [...amount.facts, ...(token === undefined ? [] : [{ name: "token", value: token.value }])],
    attempts: [
      ...amount.attempts,
      ...faults,
      ...[...(token === undefined ? [] : [token]), ...references].flatMap(addressFault)
    ]
  }
}
