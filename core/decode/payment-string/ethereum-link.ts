// ethereum: links (EIP-681): an address or a contract, the chain, the function that is called and the amounts. Amounts are
// whole numbers of the smallest unit, which may be written with an exponent (2.014e18).
import { readEvm } from "./chains.ts"
import { type Fact, type Reading, type ReadingResult, moved, reading } from "./reading.ts"
import { type Parameter, type ParsedLink, linkFault, onlyOne } from "./uri.ts"

const networks: Readonly<Record<string, string>> = {
  1: "ethereum",
  100: "gnosis",
  137: "polygon",
  8453: "base",
  42161: "arbitrum"
}

const form = /^(?:pay-)?([^@/]*)(?:@([^/]*))?(?:\/(.*))?$/s
const numberForm = /^\+?(\d*)(?:\.(\d+))?(?:e(\d*))?$/i

/** An unsigned number of a contract ends below this, which has 78 digits. */
const bound = 2n ** 256n
const mostDigits = 78

/** The number that a text of EIP-681 is; undefined where it is none, not whole, or more than a contract can take. */
export const wholeNumber = (text: string): bigint | undefined => {
  const [, integer, fraction = "", exponent = ""] = numberForm.exec(text) ?? []
  if (integer === undefined || integer + fraction === "") return undefined
  const power = Number(exponent)
  if (fraction.length > power || power > mostDigits || integer.length > mostDigits) return undefined
  const value = BigInt(integer + fraction.padEnd(power, "0"))
  return value < bound ? value : undefined
}

interface LinkNumber {
  readonly facts: ReadonlyArray<Fact>
  readonly faults: ReadonlyArray<ReadingResult>
}

const readNumber = (link: ParsedLink, key: string, name: string): LinkNumber => {
  const { faults, parameter } = onlyOne(link, key)
  if (parameter === undefined) return { facts: [], faults }
  const value = wholeNumber(parameter.value)
  if (value !== undefined) return { facts: [{ name, value: value.toString() }], faults }
  const message = `${parameter.name} is a whole number below 2^256, as 1000 or 2.014e18; ${parameter.value} is none.`
  return { facts: [], faults: [...faults, linkFault("amount", message, parameter.valueAt)] }
}

const withChain = (facts: ReadonlyArray<Fact>, chainId: string | undefined): ReadonlyArray<Fact> =>
  chainId === undefined ? facts : [
    { name: "chain id", value: chainId },
    { name: "network", value: networks[chainId] ?? "none that is known here" },
    ...facts.filter(({ name }) => name !== "networks")
  ]

/** A transfer of a token: the address in the link is the contract, and who is paid stands in a parameter. */
const readTransfer = (link: ParsedLink, token: Reading): ReadonlyArray<ReadingResult> => {
  const { faults, parameter: to } = onlyOne(link, "address")
  const amount = readNumber(link, "uint256", "amount in the smallest unit of the token")
  if (to === undefined || amount.facts.length + amount.faults.length === 0) {
    return [linkFault("transfer", "A transfer names the address that is paid and a uint256.", link.at)]
  }
  const contract: Fact = { name: "token contract", value: token.canonical }
  return [...faults, ...amount.faults, paid(to, [contract, ...amount.facts])]
}

const paid = (to: Parameter, facts: ReadonlyArray<Fact>): ReadingResult => {
  const attempt = readEvm(to.value)
  if (attempt._tag === "Fault") return linkFault("transfer", `No one is paid: ${attempt.fault.message}`, to.valueAt)
  return reading({
    ...attempt.reading,
    what: "Transfer of a token to an EVM address",
    facts: [...facts, ...attempt.reading.facts]
  })
}

const readTarget = (link: ParsedLink, target: Reading, called: string | undefined): ReadonlyArray<ReadingResult> => {
  if (called === undefined) return [reading(target)]
  if (called === "transfer") return readTransfer(link, target)
  const what = `Call of ${called} at a contract: what it pays is the contract's to say`
  return [reading({ ...target, what, facts: [{ name: "function", value: called }, ...target.facts] })]
}

/** Reads what an ethereum: link pays; undefined where no address or name of one stands in it. */
export const readEthereumLink = (link: ParsedLink): ReadonlyArray<ReadingResult> | undefined => {
  const [, target = "", chain, called] = form.exec(link.body) ?? []
  const targetAt = link.at + link.body.indexOf(target)
  if (/^[^\s.]+(?:\.[^\s.]+)+$/.test(target)) {
    return [linkFault("name", `${target} is a name, which only the chain can turn into an address.`, targetAt)]
  }
  if (!/^0x/i.test(target)) return undefined
  if (chain !== undefined && !/^[1-9]\d*$/.test(chain)) {
    return [linkFault("chain", "The chain id after @ is a whole number.", targetAt + target.length + 1)]
  }
  const value = readNumber(link, "value", "amount in wei")
  const attempt = readEvm(target)
  const attempts = attempt._tag === "Fault" ? [moved(attempt, targetAt)] : readTarget(link, attempt.reading, called)
  return [
    ...attempts.map((each) =>
      each._tag === "Fault"
        ? each
        : reading({ ...each.reading, facts: withChain([...value.facts, ...each.reading.facts], chain) })
    ),
    ...value.faults
  ]
}
