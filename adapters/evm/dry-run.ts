// A transfer is tried out before it is signed: with the account's code replaced for one call, its token is asked to move the units,
// and what the receiver has afterwards is compared. Whatever is wrong shows while nothing was sent.
import { Effect } from "effect"
import { type Hex, decodeFunctionResult, encodeFunctionData, isAddressEqual, parseAbi } from "viem"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { HoldCode } from "../../core/base/reason/reason.ts"
import type { Token } from "./contracts.ts"
import type { EvmNetwork } from "./network.ts"
import probe from "./probe/Probe.json" with { type: "json" }
import { type RevertCause, causeOf } from "./reverts.ts"
import { type TokenTransfer, callsOf } from "./user-operation.ts"

const abi = parseAbi([
  "struct Call { address target; uint256 value; bytes data; }",
  "function probe(address token, address to, Call[] calls) returns (bool passed, bytes said, int256 received)"
])

const code = probe.deployedBytecode as Hex

/** What a try showed. */
export type Trial =
  | { readonly _tag: "Passes" }
  | { readonly _tag: "Holds"; readonly reason: HoldCode; readonly detail: string }
  /** The token takes nothing to this receiver, by its state in the newest final block. */
  | { readonly _tag: "Refuses"; readonly detail: string }

export interface TriedTransfer extends TokenTransfer {
  readonly token: Pick<Token, "address" | "asset" | "blocklist" | "level">
}

const passes: Trial = { _tag: "Passes" }
const holds = (reason: HoldCode, detail: string): Trial => ({ _tag: "Holds", reason, detail })

type TrialReads = Pick<EvmNetwork, "call" | "isBlocked">

/** Tries a transfer out. */
export const tryOut = Effect.fnUntraced(function*(network: TrialReads, transfer: TriedTransfer) {
  const found = yield* tried(network, transfer, "latest")
  const { token: { asset }, from, to, units } = transfer
  if (typeof found === "bigint") {
    // What goes from an account to itself changes nothing.
    return found === units || isAddressEqual(from, to)
      ? passes
      : holds("paused", `${asset} does not move exactly: of ${units} smallest units ${found} arrive`)
  }
  switch (found) {
    case "funds":
      return holds("float", `the account ${from} holds too little ${asset}`)
    case "paused":
      return holds("paused", `${asset} is paused`)
    case "receiver":
      return (yield* tried(network, transfer, "finalized")) === "receiver"
        ? refuses(asset)
        : holds("paused", `${asset} takes nothing to the receiver, in a block that is not final`)
    case "blocked":
      return yield* whoIsBlocked(network, transfer)
    case "unlisted":
      return holds("paused", `${asset} takes the transfer back for a reason that is not listed`)
  }
})

const refuses = (asset: AssetCode): Trial => ({ _tag: "Refuses", detail: `${asset} takes nothing to the receiver` })

const whoIsBlocked = Effect.fnUntraced(function*(network: TrialReads, { from, to, token }: TriedTransfer) {
  const { address, asset, blocklist } = token
  if (blocklist === undefined) return holds("paused", `${asset} blocks the payer or the receiver`)
  if (yield* network.isBlocked(address, blocklist, from, "latest")) return holds("paused", `${asset} blocks ${from}`)
  return (yield* network.isBlocked(address, blocklist, to, "finalized"))
    ? refuses(asset)
    : holds("paused", `${asset} blocks the receiver, in a block that is not final`)
})

// The units that arrive, or why none do.
const tried = Effect.fnUntraced(function*(network: TrialReads, transfer: TokenTransfer, at: "latest" | "finalized") {
  const { from, to, token } = transfer
  const data = encodeFunctionData({ abi, functionName: "probe", args: [token.address, to, callsOf(transfer)] })
  const answer = yield* network.call({ to: from, data }, at, { account: from, code })
  if (!answer.passed) return "unlisted" satisfies RevertCause
  const [passed, said, received] = decodeFunctionResult({ abi, functionName: "probe", data: answer.data })
  return passed ? received : causeOf(said)
})
