// Whether the nodes, the programs and the tokens are those of the settings: seen at the start, and before anything is sent for the
// first time.
import { Effect } from "effect"
import { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import type { Nodes } from "./attempt-status.ts"
import { mintProblem } from "./mint.ts"
import { nonceIn } from "./nonce-account.ts"
import { associatedTokenProgram, memoProgram, programs } from "./programs.ts"
import type { SolanaToken } from "./settings.ts"

const needed = [memoProgram, associatedTokenProgram]

/** The network, its programs and the mints. A token that is paused is what the settings say, and is waited for. */
export const checkNetwork = Effect.fnUntraced(function*(nodes: Nodes, tokens: ReadonlyArray<SolanaToken>) {
  yield* nodes.verify
  const owned = [...needed, ...new Set(tokens.map(({ program }) => programs[program]))]
  const missing = yield* nodes.agreed((node) =>
    Effect.map(
      node.accounts(owned, "finalized"),
      (found) => owned.filter((_, place) => found[place] === undefined)
    )
  )
  if (missing.length > 0) return yield* new NetworkWrong({ problem: `there is no program ${missing.join(", ")}` })
  for (const token of tokens) {
    const problem = yield* nodes.agreed((node) =>
      Effect.map(node.accounts([token.mint], "finalized"), ([mint]) => mintProblem(token, mint) ?? null)
    )
    if (problem !== null && !problem.isPaused) return yield* new NetworkWrong(problem)
  }
})

/** The nonce accounts that spends are signed over. */
export const checkNonces = Effect.fnUntraced(function*(
  nodes: Nodes,
  addresses: ReadonlyArray<string>,
  authority: string
) {
  if (addresses.length === 0) return
  const missing = yield* nodes.agreed((node) =>
    Effect.map(
      node.accounts(addresses, "finalized"),
      (found) => addresses.filter((_, place) => nonceIn(found[place])?.authority !== authority)
    )
  )
  if (missing.length === 0) return
  return yield* new NetworkWrong({
    problem: `${missing.length} of ${addresses.length} nonce accounts are missing: prepare them first`
  })
})
