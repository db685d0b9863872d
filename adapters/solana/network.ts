// Whether the nodes, the programs and the tokens are those of the settings: seen at the start, and before anything is sent for the
// first time.
import { Data, Effect } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Member } from "../rpc-quorum/quorum.ts"
import type { Nodes } from "./attempt-status.ts"
import { mintProblem } from "./mint.ts"
import type { SolanaNode } from "./node.ts"
import { nonceIn } from "./nonce-account.ts"
import { associatedTokenProgram, memoProgram, programs } from "./programs.ts"
import type { SolanaSettings } from "./settings.ts"

/** Something of the network is not what the settings say. */
export class NetworkWrong extends Data.TaggedError("NetworkWrong")<{ readonly problem: string }> {}

const needed = [memoProgram, associatedTokenProgram]

interface Checked {
  readonly settings: Pick<SolanaSettings, "agree" | "genesisHash" | "tokens">
  readonly members: ReadonlyArray<Member<SolanaNode>>
  readonly nodes: Nodes
}

// A node that is away votes for nothing, and names its network before it does.
const sameNetwork = Effect.fnUntraced(function*({ members, settings: { agree, genesisHash } }: Checked) {
  let answers = 0
  for (const { name, node } of members) {
    const found = yield* Effect.exit(node.genesisHash)
    if (found._tag === "Failure") continue
    if (found.value !== genesisHash) {
      return yield* new NetworkWrong({ problem: `${name} is a node of ${String(found.value)}, not of ${genesisHash}` })
    }
    answers++
  }
  if (answers < agree) return yield* new NodeAway({ reason: `${answers} of ${members.length} nodes answer` })
})

/** The network, its programs and the mints. A token that is paused is what the settings say, and is waited for. */
export const checkNetwork = Effect.fnUntraced(function*(checked: Checked) {
  yield* sameNetwork(checked)
  const { nodes, settings: { tokens } } = checked
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
    problem: `${missing.length} of ${addresses.length} nonce accounts are missing: create them`
  })
})
