// Coins and fees of a payment: what goes in comes out, to the satoshi; the fee is paid for no fewer bytes than are sent; and what is least is
// what nodes say.
import { hex } from "@scure/base"
import { Transaction } from "@scure/btc-signer"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dustOf, holderOf, mostDust, scriptOf } from "../../../../adapters/bitcoin/network.ts"
import { type Coin, type SelectionOrder, select, virtualBytes } from "../../../../adapters/bitcoin/selection.ts"
import { readTransaction, signed, transactionId } from "../../../../adapters/bitcoin/transaction.ts"
import { localSecpSigner } from "../../../../adapters/custody/local.ts"

const signer = localSecpSigner(Redacted.make(new Uint8Array(32).fill(7)))
const { script: ownScript } = holderOf("regtest", signer.publicKey)

/** Of the document of BIP 173 and BIP 350, and of the first block. */
const addresses = {
  P2WPKH: ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 294n],
  P2WSH: ["bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3", 330n],
  P2TR: ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", 330n],
  P2PKH: ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", 546n],
  P2SH: ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", 540n]
} as const

const coinOf = (units: bigint, index: number): Coin => ({
  outpoint: `${index.toString(16).padStart(64, "0")}:${index}`,
  units
})

const coins = fc.array(fc.bigInt(300n, 5_000_000n), { minLength: 1, maxLength: 12 }).map((all) => all.map(coinOf))

const orders = fc.record({
  may: coins,
  units: fc.option(fc.bigInt(294n, 20_000_000n), { nil: undefined }),
  rate: fc.bigInt(1_000n, 200_000n),
  replaced: fc.option(fc.record({ fee: fc.bigInt(0n, 100_000n), count: fc.nat(3) }), { nil: undefined })
}).map(({ may, rate, replaced, units }): SelectionOrder => ({
  must: replaced === undefined ? [] : may.slice(0, replaced.count),
  may: replaced === undefined ? may : may.slice(replaced.count),
  payment: units === undefined ? undefined : { units, script: ownScript },
  rate,
  leastChange: 1_000n,
  ...replaced === undefined ? {} : { replaces: { fee: replaced.fee, step: 1_000n } }
}))

const sum = (all: ReadonlyArray<Coin>): bigint => all.reduce((total, { units }) => total + units, 0n)

describe("a selection", () => {
  it("loses and makes no satoshi, pays for its bytes, and keeps what it must", () => {
    fc.assert(fc.property(orders, (order) => {
      const selection = select(order)
      const units = order.payment?.units ?? 0n
      const length = order.payment?.script.length
      if (selection === undefined) {
        // All of them together, at the lowest of what such a payment costs.
        const all = [...order.must, ...order.may]
        const size = virtualBytes(all.length, length, false)
        const least = [size * order.rate / 1_000n, order.replaces?.fee ?? 0n].reduce((a, b) => a > b ? a : b)
        // A coin may cost more than it is worth, so fewer of them may be enough where all are not.
        return sum(all) < units + least + BigInt(all.length) * 14_000n + 100_000n
      }
      const { change, coins: chosen, fee } = selection
      const size = virtualBytes(chosen.length, length, change > 0n)
      expect(sum(chosen)).toBe(units + fee + change)
      expect(fee * 1_000n).toBeGreaterThanOrEqual(size * order.rate)
      expect(fee).toBeGreaterThanOrEqual(
        order.replaces === undefined ? 0n : order.replaces.fee + size * order.replaces.step / 1_000n
      )
      // What pays nobody has to come back.
      expect(change === 0n && order.payment !== undefined || change >= order.leastChange).toBe(true)
      expect(chosen.slice(0, order.must.length)).toEqual(order.must)
      return new Set(chosen).size === chosen.length
    }))
  })

  it.each([[1, true, true], [1, true, false], [3, true, true], [100, true, true], [1, false, true], [
    100,
    false,
    true
  ]])(
    "takes %d signed coins for no fewer bytes than they are (payment: %s, change: %s)",
    async (count, isPaying, hasChange) => {
      const spent = Array.from({ length: count }, (_, index) => coinOf(10_000n, index))
      const payment = isPaying ? { script: ownScript, units: 1_000n } : undefined
      const recipe = { coins: spent, payment, change: hasChange ? 2_000n : 0n, ownScript }
      const purpose = { operationId: "a", network: "bitcoin", what: "BTC", units: 1_000n, to: "b" } as const
      const raw = await Effect.runPromise(signed(recipe, signer, purpose))
      const size = Transaction.fromRaw(hex.decode(raw)).vsize
      const taken = Number(virtualBytes(count, payment?.script.length, hasChange))
      expect(taken).toBeGreaterThanOrEqual(size)
      // A signature is a byte or two shorter than the longest, a quarter of it in virtual bytes.
      expect(taken - size).toBeLessThanOrEqual(1 + count)
      expect(readTransaction(raw)).toMatchObject({
        txid: transactionId(recipe),
        inputs: spent.map(({ outpoint }) => outpoint)
      })
    }
  )
})

describe("the least that is relayed", () => {
  it.each(Object.entries(addresses))("to %s is what nodes say", (_, [address, least]) => {
    expect(dustOf(scriptOf("mainnet", address) ?? new Uint8Array())).toBe(least)
    expect(scriptOf("regtest", address)).toBeUndefined()
    expect(mostDust).toBeGreaterThanOrEqual(least)
  })
})
