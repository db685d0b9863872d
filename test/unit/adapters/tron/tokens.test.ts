// Whether a token keeps a fee of each transfer: USDT is asked without a setting for it, and one that is configured has to answer.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Trial } from "../../../../adapters/tron/node-answers.ts"
import type { TronNode } from "../../../../adapters/tron/node.ts"
import { type Token, feeOf } from "../../../../adapters/tron/tokens.ts"
import { addresses, word } from "./nodes.ts"

const ran = (data: string): Trial => ({ _tag: "Ran", energy: 500n, data })
const reverted: Trial = { _tag: "Reverted", data: "" }

const feeIn = (token: Partial<Token>, trial: Trial) => {
  const asked: Array<string> = []
  const node: Partial<TronNode> = {
    name: "node 1",
    trial: (_, { data }) => Effect.sync(() => (asked.push(data), trial))
  }
  const fee = feeOf(node as TronNode, { asset: "USDT", address: addresses.token, ...token })
  return Effect.runPromise(Effect.match(fee, { onFailure: () => "away", onSuccess: String })).then((found) => ({
    found,
    asked
  }))
}

const usual = "dd644f72"

describe("what a token keeps of each transfer", () => {
  it.each<readonly [what: string, token: Partial<Token>, trial: Trial, found: string, asked: ReadonlyArray<string>]>([
    ["of USDT is asked for", {}, ran(word("64")), "100", [usual]],
    ["of USDT may be nothing", {}, ran(word("0")), "0", [usual]],
    ["of a token for USDT that has no such question is nothing", {}, reverted, "0", [usual]],
    ["of USDT is not known where the answer is no number", {}, ran(""), "away", [usual]],
    ["is asked as it is configured", { asset: "USDC", feeBy: "basisPointsRate()" }, ran(word("1")), "1", [usual]],
    ["is not known where what is configured is not answered", { feeBy: "basisPointsRate()" }, reverted, "away", [
      usual
    ]],
    ["is not asked of other assets", { asset: "USDC" }, ran(word("1")), "0", []]
  ])("%s", async (_, token, trial, found, asked) => {
    expect(await feeIn(token, trial)).toEqual({ found, asked })
  })
})
