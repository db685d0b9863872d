// Payments on a Solana node with the real token programs: who pays for them, to the lamport, what is seen at the start, and what is carried
// on until it is final.
import { base58 } from "@scure/base"
import { Effect, Logger, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { mintExtensions } from "../../../adapters/solana/mint.ts"
import { nonceAddresses } from "../../../adapters/solana/nonce-account.ts"
import { SolanaCarries, SolanaNonces, SolanaTransfers } from "../../../adapters/solana/transfer-record.ts"
import type { SignedSpend } from "../../../core/ports/chain.ts"
import { get } from "../../../core/engine/store/records.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { until } from "../../support/anvil.ts"
import { unexplained } from "../economics.ts"
import { signerOf } from "./adapter-of.ts"
import { type Stage, openStage, wireOf } from "./stage.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, openWorld } from "./world.ts"

type Answer = Awaited<ReturnType<ReturnType<Stage["open"]>["deliver"]>>

const receiptOf = (answer: Answer) => {
  if (answer._tag !== "Done") throw new Error(JSON.stringify(answer))
  return answer.value
}

describe.skipIf(!hasSurfnet)(`on a Solana node${notRun}`, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  const staged = (test: (stage: Stage) => Promise<void>, nodes: 1 | 3 = 1) => async () => {
    const stage = await openStage(world, nodes)
    try {
      await test(stage)
    } finally {
      await stage.close()
    }
  }

  describe("a wallet without any SOL", () => {
    it(
      "pays, and the cost is what whoever pays the fees lost, to the lamport",
      staged(async ({ moved, open, order, payer, wallet }) => {
        const adapter = open()
        await adapter.createNonces()
        expect(await world.lamportsOf(wallet.address)).toBe(0n)
        const before = await world.lamportsOf(payer)
        const { cost } = receiptOf(await adapter.submit(await adapter.sign(order())))
        expect(cost).toEqual({ coin: "SOL", units: before - await world.lamportsOf(payer) })
        // Two signatures, 150,000 compute units at a thousandth of a lamport, and the rent of a Token-2022 account.
        expect(cost?.units).toBe(10_000n + 150n + 2_074_080n)
        expect(await world.lamportsOf(wallet.address)).toBe(0n)
        expect(await moved()).toEqual([2_000_003n])
      })
    )

    it(
      "costs no rent where the receiver has a token account",
      staged(async ({ USDC, open, order, payer, to }) => {
        const adapter = open()
        await adapter.createNonces()
        await world.give(USDC, to, 0n)
        const before = await world.lamportsOf(payer)
        const { cost } = receiptOf(await adapter.submit(await adapter.sign(order())))
        expect(cost?.units).toBe(before - await world.lamportsOf(payer))
        expect(cost?.units).toBe(10_000n + 90n)
      })
    )

    it(
      "shows what it holds, and what can be spent of it",
      staged(async ({ open, wallet: { addresses } }) => {
        const { chain } = open()
        expect(await Effect.runPromise(chain.spendable({ asset: "USDC", network: "solana", addresses }))).toBe(
          10_000_000n
        )
        expect(await Effect.runPromise(chain.holdings(addresses))).toContainEqual({
          asset: "USDC",
          network: "solana",
          units: 10_000_000n
        })
      })
    )
  })

  describe("a delivery", () => {
    it(
      "costs what whoever pays the fees lost, and names its block",
      staged(async ({ delivery, open, payer, treasury }) => {
        const adapter = open()
        for (const units of [1n, 2n]) {
          const before = await world.lamportsOf(payer)
          const { cost, place, transactionHash } = receiptOf(await adapter.deliver(delivery({ units })))
          expect(cost).toEqual({ coin: "SOL", units: before - await world.lamportsOf(payer) })
          const { slot } = await world.ask<{ readonly slot: string }>("getTransaction", transactionHash, {
            encoding: "json"
          })
          const { blockhash } = await world.ask<{ readonly blockhash: string }>("getBlock", Number(slot), {
            transactionDetails: "none",
            rewards: false,
            commitment: "confirmed"
          })
          expect(place).toEqual({ height: BigInt(slot), hash: blockhash })
        }
        expect(await world.lamportsOf(treasury)).toBe(0n)
      })
    )
  })

  describe("an attempt that failed in a block", () => {
    /** Freezes somebody's tokens between the dry run and the block. */
    const frozenOnTheWay = ({ USDC, once }: Stage, owner: string, units: bigint): void =>
      once("sendTransaction", () => world.give(USDC, owner, units, "frozen"))

    it(
      "is in the receipt of what came about in the end: all receipts are what whoever pays the fees lost",
      staged(async (stage) => {
        const { USDC, delivery, mend, open, order, payer, to, treasury } = stage
        const adapter = open()
        await adapter.createNonces()
        await world.give(USDC, to, 0n)
        const before = await world.lamportsOf(payer)
        const receipts = [receiptOf(await adapter.deliver(delivery()))]
        const late = delivery()
        for (let failures = 0; failures < 2; failures++) {
          frozenOnTheWay(stage, treasury, 10_000_000n)
          await open({ patienceMs: 50 }).deliver(late)
          mend()
          await adapter.end(late.operationId)
          await world.give(USDC, treasury, 10_000_000n)
        }
        const lost = before - await world.lamportsOf(payer)
        receipts.push(receiptOf(await adapter.deliver(late)))
        receipts.push(receiptOf(await adapter.submit(await adapter.sign(order()))))
        const costs = receipts.flatMap(({ cost = [] }) => cost)
        expect(costs.map(({ units }) => units)).toEqual([10_090n, 3n * 10_090n, 10_090n])
        expect(lost).toBe(3n * 10_090n)
        expect(unexplained({
          network: "solana",
          coin: "SOL",
          lost: before - await world.lamportsOf(payer),
          receipts: costs
        })).toBeUndefined()
        expect(receiptOf(await open().lookUp(late.operationId)).cost).toEqual(costs[1])
      })
    )

    it.each([["for what failed in the block", "receiver"], ["before it is made again", "treasury"]] as const)(
      "is on record and in the log where the transfer is refused %s",
      (_, frozen) =>
        staged(async (stage) => {
          const { USDC, delivery, mend, open, payer, plane, to, treasury } = stage
          await world.give(USDC, to, 0n)
          const before = await world.lamportsOf(payer)
          const order = delivery()
          const { operationId } = order
          const { chain } = open()
          const warnings: Array<unknown> = []
          const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && warnings.push(message)))
          const logged = <A, E>(asked: Effect.Effect<A, E>): Promise<A> =>
            Effect.runPromise(Effect.provide(asked, Logger.layer([logger])))
          frozenOnTheWay(stage, frozen === "receiver" ? to : treasury, 0n)
          await logged(chain.deliver(order))
          mend()
          await until(() => logged(chain.lookUp({ operationId, network: "solana" })), ({ _tag }) => _tag !== "Unknown")
          await world.give(USDC, to, 0n, "frozen")
          await world.give(USDC, treasury, 10_000_000n)
          expect(await logged(chain.deliver(order))).toMatchObject({ _tag: "Refused" })
          const lost = before - await world.lamportsOf(payer)
          expect(lost).toBe(10_090n)
          expect(warnings).toEqual([
            ["A transfer on Solana came to nothing, and cost fees", { operationId, lamports: String(lost) }]
          ])
          const { value } = await Effect.runPromise(Effect.provide(get(SolanaTransfers, operationId), plane))
            .then(Option.getOrThrow)
          expect(value.attempts.map(({ cost }) => cost)).toEqual([lost])
        })()
    )
  })

  describe("at the start", () => {
    it(
      "network, programs, tokens and nonce accounts are what the settings say",
      staged(async ({ open }) => {
        expect(await open().verify()).toBe("3 of 3 nonce accounts are missing: prepare them first")
        await open().createNonces()
        await world.slots(40)
        expect(await open().verify()).toBe("right")
      })
    )

    it(
      "a node of another network is found",
      staged(async ({ lines, open }) => {
        lines[2]?.answers("getGenesisHash", () => base58.encode(new Uint8Array(32)))
        expect(await open().verify()).toBe("node-2 is of another network")
      }, 3)
    )

    it(
      "a token with other decimals, of another program, or that is none is found",
      staged(async ({ USDC, USDT, open, to }) => {
        const verify = (token: Partial<typeof USDC>) =>
          open({ nonceAccounts: 0, tokens: [{ ...USDC, ...token }] }).verify()
        expect(await verify({ asset: "BRLA" })).toMatch(/has 6 decimals, not 18$/)
        expect(await verify({ mint: USDT.mint })).toMatch(/not to token-2022$/)
        expect(await verify({ mint: to })).toBe(`there is no mint ${to}`)
      })
    )

    it.each([...Object.entries(mintExtensions), ["99", { name: "unknown", allowed: "never" }] as const])(
      "a token with the extension %s (%o) is taken as the table says",
      async (type, { allowed }) => {
        const stage = await openStage(world)
        const token = await world.mint({ asset: "USDC", program: "token-2022" }, [[Number(type), new Uint8Array(64)]])
        const verify = (accepts: ReadonlyArray<"pausable" | "permanentDelegate">) =>
          stage.open({ nonceAccounts: 0, tokens: [{ ...token, accepts }] }).verify()
        expect(await verify([])).toMatch(allowed === "always" ? /^right$/ : /has the extension/)
        expect(await verify(["pausable", "permanentDelegate"]))
          .toMatch(allowed === "never" ? /has the extension/ : /^right$/)
        await stage.close()
      }
    )

    it("the treasury and who pays the fees are two keys", () => {
      expect(() => world.opened({ treasury: "11".repeat(32), fees: "11".repeat(32) })).toThrow("one key")
    })
  })

  describe("what was done", () => {
    const storedIn = ({ plane }: Stage, id: string) =>
      Effect.runPromise(Effect.provide(get(SolanaTransfers, id), plane)).then(Option.getOrThrow)

    it(
      "is carried until it is final, and then its nonce is free",
      staged(async (stage) => {
        const adapter = stage.open()
        await adapter.createNonces()
        const order = stage.order()
        receiptOf(await adapter.submit(await adapter.sign(order)))
        await adapter.carry()
        expect((await storedIn(stage, order.operationId)).value.verdict).toMatchObject({ isFinal: false })
        await world.slots(40)
        await adapter.carry()
        expect((await storedIn(stage, order.operationId)).value.verdict).toMatchObject({ isFinal: true })
        const carries = await Effect.runPromise(Effect.provide(get(SolanaCarries, world.genesisHash), stage.plane))
        expect(Option.getOrThrow(carries).value.open).toEqual([])
      })
    )

    it(
      "is found by the step in the background where nobody looks it up",
      staged(async (stage) => {
        const { delivery, everywhere, mend, open } = stage
        const order = delivery()
        everywhere((line) => line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] })))
        await open({ patienceMs: 100 }).deliver(order)
        mend()
        await world.slots(3)
        await open().carry()
        expect((await storedIn(stage, order.operationId)).value.verdict).toMatchObject({ _tag: "Done" })
      })
    )

    it(
      "is sent again until it is final, also after its deadline",
      staged(async (stage) => {
        const { everywhere, open, order } = stage
        const adapter = open()
        await adapter.createNonces()
        const spend = await adapter.sign(order())
        receiptOf(await adapter.submit(spend))
        const sent: Array<unknown> = []
        everywhere((line) => {
          line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] }))
          line.before("sendTransaction", async (params) => void sent.push(params))
        })
        await adapter.carry(3_700_000)
        expect(JSON.stringify(sent)).toContain(await wireOf(stage, spend.operationId))
      })
    )

    it(
      "has its nonce account until it is final, and what was refused or cancelled until then",
      staged(async (stage) => {
        const { open, order, world: { give, slots }, USDC, wallet } = stage
        const adapter = open()
        await adapter.createNonces()
        const holders = async () => {
          const { open: transfers } = await Effect.runPromise(
            Effect.provide(get(SolanaCarries, world.genesisHash), stage.plane)
          ).then(Option.match({ onNone: () => ({ open: [] }), onSome: ({ value }) => value }))
          const rows = await Effect.runPromise(Effect.provide(
            Effect.forEach(
              nonceAddresses(signerOf(stage.keys.fees).publicKey, 3),
              (account) => get(SolanaNonces, `${world.genesisHash}/${account}`)
            ),
            stage.plane
          ))
          const held = rows.flatMap((row) =>
            Option.match(row, { onNone: () => [], onSome: ({ value }) => value.holder ?? [] })
          )
          return { held: held.toSorted(), open: [...transfers].toSorted() }
        }
        const [done, refused, cancelled] = [order(), order({ units: 20_000_000n }), order()]
        const spends = [await adapter.sign(done), await adapter.sign(refused), await adapter.sign(cancelled)]
        const ids = [done, refused, cancelled].map(({ operationId }) => operationId).toSorted()
        expect((await holders()).held).toEqual(ids)
        await give(USDC, wallet.address, 10_000_000n)
        for (const spend of spends.slice(0, 2)) await adapter.submit(spend)
        await adapter.carry()
        expect(await holders()).toEqual({
          held: [done.operationId, cancelled.operationId].toSorted(),
          open: [done.operationId, cancelled.operationId].toSorted()
        })
        await adapter.cancelled(cancelled.operationId)
        expect((await holders()).held).toEqual([done.operationId])
        await slots(40)
        await adapter.carry()
        expect(await holders()).toEqual({ held: [], open: [] })
      })
    )

    it(
      "and is in no final block is put before a person, and stays done",
      staged(async (stage) => {
        const { delivery, lines: [line], mend, open } = stage
        const adapter = open()
        const order = delivery()
        const done = await adapter.deliver(order)
        // A fork cannot be made here: the node answers as it would after one.
        line?.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] }))
        let height = 1_000_000
        line?.answers("getBlockHeight", () => height)
        await adapter.carry()
        height += 1
        await adapter.carry()
        mend()
        const reviews = await Effect.runPromise(Effect.provide(
          Store.use((store) => store.list({ kind: "review", list: "all", value: "all", limit: 10 })),
          stage.plane
        ))
        expect(JSON.stringify(reviews.map(({ record }) => record))).toContain("transferTakenBack")
        expect(await adapter.lookUp(order.operationId)).toEqual(done)
      })
    )

    it(
      "with its wait for final blocks is done later",
      staged(async ({ delivery, open }) => {
        const adapter = open({ done: "finalized" })
        const { place } = receiptOf(await adapter.deliver(delivery()))
        const final = await world.ask<string>("getSlot", { commitment: "finalized" })
        expect(Number(final)).toBeGreaterThanOrEqual(Number(place?.height))
      })
    )
  })

  it(
    "what is cancelled again is not stored again",
    staged(async ({ delivery, everywhere, open, plane }) => {
      const adapter = open({ patienceMs: 100 })
      const { operationId, ...order } = delivery()
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.deliver({ operationId, ...order })
      const version = async () => {
        await adapter.cancel(operationId)
        return Option.getOrThrow(await Effect.runPromise(Effect.provide(get(SolanaTransfers, operationId), plane)))
          .version
      }
      expect(await version()).toBe(await version())
    })
  )

  it(
    "floats are what the treasury and whoever pays the fees have",
    staged(async ({ open }) => {
      const floats = await Effect.runPromise(open().chain.floats?.("solana") ?? Effect.die("no floats"))
      expect(floats).toEqual([
        { network: "solana", what: "USDT", units: 1_000_000_000_000n, role: "treasury" },
        { network: "solana", what: "USDC", units: 1_000_000_000_000n, role: "treasury" },
        { network: "solana", what: "SOL", units: 10_000_000_000n, role: "fuel" }
      ])
    })
  )

  it(
    "two signatures of an order are the same, and the seed of another wallet signs nothing",
    staged(async ({ open, order, wallet }) => {
      const adapter = open()
      await adapter.createNonces()
      const one = order()
      const signatureOf = ({ payload }: SignedSpend): unknown =>
        (JSON.parse(payload) as { readonly signature: unknown }).signature
      expect(signatureOf(await adapter.sign(one))).toBe(signatureOf(await open().sign(one)))
      const two = order()
      const [first, second] = await Promise.all([adapter.sign(two), open().sign(two)])
      expect(signatureOf(first)).toBe(signatureOf(second))
      await expect(
        adapter.sign(order({ from: { ...wallet.addresses, solana: world.payerOf(await world.freshKeys()) } }))
      )
        .rejects.toThrow("another wallet")
    })
  )
})
