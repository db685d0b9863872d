// What is compared before the first transfer: nodes, contracts and tokens, each with a value that is another.
import { Effect } from "effect"
import type { Hex } from "viem"
import { describe, expect, it } from "vitest"
import { type Token, accountCode, accountCodeHash, entryPoint } from "../../../adapters/evm/contracts.ts"
import type { EvmNetwork } from "../../../adapters/evm/network.ts"
import type { EvmNode } from "../../../adapters/evm/node.ts"
import { verify } from "../../../adapters/evm/verify.ts"
import { NodeAway } from "../../../adapters/rpc-quorum/node-away.ts"

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const token: Token = { asset: "USDC", address: `0x${"5".repeat(40)}`, codeHash: hash("c"), level: undefined }

interface Said {
  readonly chainIds?: ReadonlyArray<number | undefined>
  readonly code?: Readonly<Record<string, Hex | undefined>>
  readonly decimals?: number | undefined
}

const usual = { [entryPoint]: hash("e"), [accountCode]: accountCodeHash, [token.address]: token.codeHash }

const verified = (said: Said): Promise<string> => {
  const { chainIds = [1, 1, 1], code } = said
  const members = chainIds.map((id, place) => ({
    name: `node ${place}`,
    node: {
      chainId: id === undefined ? Effect.fail(new NodeAway({ reason: "away" })) : Effect.succeed(id)
    } as unknown as EvmNode
  }))
  const network = {
    codeHash: (of: Hex) => Effect.succeed({ ...usual, ...code }[of]),
    decimals: () => Effect.succeed("decimals" in said ? said.decimals : 6)
  } as unknown as EvmNetwork
  return verify(network, { chainId: 1, members, agree: 2, tokens: [token] }).pipe(
    Effect.match({
      onSuccess: () => "right",
      onFailure: (failure) => failure._tag === "NetworkWrong" ? failure.problem : failure._tag
    }),
    Effect.runPromise
  )
}

describe("a network", () => {
  it.each<readonly [string, Said, string]>([
    ["as it is configured", {}, "right"],
    ["one node is away", { chainIds: [1, undefined, 1] }, "right"],
    ["two nodes are away", { chainIds: [undefined, undefined, 1] }, "NodeAway"],
    ["one node is of another chain", { chainIds: [1, 1, 2] }, "node 2 is a node of chain 2, not 1"],
    ["no EntryPoint", { code: { [entryPoint]: undefined } }, `chain 1 has no EntryPoint at ${entryPoint}`],
    [
      "no code for accounts",
      { code: { [accountCode]: undefined } },
      `chain 1 has no Simple7702Account at ${accountCode}`
    ],
    [
      "other code for accounts",
      { code: { [accountCode]: hash("f") } },
      `chain 1 has no Simple7702Account at ${accountCode}`
    ],
    ["no token", { code: { [token.address]: undefined } }, `chain 1 has no USDC at ${token.address}`],
    [
      "other code of the token",
      { code: { [token.address]: hash("f") } },
      `the code of USDC at ${token.address} has the hash ${hash("f")}, not ${token.codeHash}`
    ],
    ["other decimals", { decimals: 18 }, `USDC at ${token.address} has 18 decimals, not 6`],
    ["no decimals", { decimals: undefined }, `USDC at ${token.address} has no decimals, not 6`]
  ])("%s", async (_, said, expected) => {
    expect(await verified(said)).toBe(expected)
  })
})
