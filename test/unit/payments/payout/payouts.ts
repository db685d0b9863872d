// A world for tests of payouts: an account that may pay out, its wallet with PIN and envelope, and short ways to order,
// to work and to look at what became of it.
import { Redacted } from "effect"
import { expect } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import type { PayoutRequest } from "../../../../core/payments/payout/admit-payout.ts"
import { readPayout } from "../../../../core/payments/payout/read-payout.ts"
import { refundPayout } from "../../../../core/payments/payout/refund-payout.ts"
import { type Balance, Store } from "../../../../core/engine/store/store.ts"
import { readWalletKeys } from "../../../../core/customers/wallet/read-wallet-keys.ts"
import { testPin } from "../../../support/vault.ts"
import { type PlaneLayer, World, account } from "../../../support/world.ts"

/** Flags of an account that may do everything with payouts, AUTO_REFUND included. */
export const allFlags = ["WALLET_PAYOUT_API", "TRON_PAYOUT", "BRS_RAIL", "AUTO_REFUND"] as const

export const operator = { environment: "sandbox", requestId: "request-1" } as const

/** The default wallet of a caller's subaccount, made when it is first requested. */
export const keysOf = async (world: World, caller: Caller, subAccountId?: string) => {
  const selection = subAccountId === undefined ? {} : { subAccountId }
  const once = await world.run(readWalletKeys({ caller, selection }))
  if (once._tag !== "Answered") throw new Error("keys were answered from store")
  return once.answer.data
}

export interface Payer {
  readonly world: World
  readonly caller: Caller
  readonly key: string
}

/** A world with an account whose main wallet can pay; `flags` are those that are on. */
export const payer = async (
  parts: Parameters<typeof account>[1] = { flags: [...allFlags] },
  plane?: PlaneLayer,
  decorate?: Parameters<typeof World.open>[1]
): Promise<Payer> => {
  const world = await World.open(plane, decorate)
  const caller = await world.caller(account("first", { flags: [...allFlags], ...parts }))
  const { protectedSymmetricKey } = await keysOf(world, caller)
  return { world, caller, key: protectedSymmetricKey }
}

/** A request of 10.00 for USDT on polygon to an e-mail key, by default: 2.35 USDT at the price of 5.00. */
export const payoutRequest = ({ key }: Pick<Payer, "key">, parts: Partial<PayoutRequest> = {}): PayoutRequest => ({
  value: 1_000,
  network: "polygon",
  pixKey: "maria@example.com",
  walletPin: Redacted.make(testPin),
  protectedSymmetricKey: Redacted.make(key),
  ...parts
})

/** Orders a payout and gives its id. */
export const order = async (by: Payer, parts: Partial<PayoutRequest> = {}): Promise<string> => {
  const once = await by.world.run(createPayout({ caller: by.caller, request: payoutRequest(by, parts) }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return String(once.answer.transactionId)
}

export const recordOf = ({ caller, world }: Payer, id: string) => world.run(readPayout(caller, id))

export const refund = ({ world }: Payer, id: string) => world.run(refundPayout(operator, id))

/** A provider's event about the PIX of a payout. */
export const pixOut = (
  { world }: Pick<Payer, "world">,
  type: "SUCCESS" | "FAILED" | "REVERSED",
  id: string,
  parts: Readonly<Record<string, unknown>> = {},
  eventId?: string
) => world.provider("PIX-OUT", { type: `PAYOUT-${type}`, payment: { id, ...parts } }, eventId)

/** The events that were made, with their data, in their order. */
export const eventsOf = ({ world }: Pick<Payer, "world">) =>
  world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "event").map(({ body }) => {
    const { body: text } = JSON.parse(body) as { readonly body: string }
    return JSON.parse(text) as { readonly event: string; readonly data: Readonly<Record<string, unknown>> }
  })

export const eventNames = (by: Pick<Payer, "world">) => eventsOf(by).map(({ event }) => event)

/** The reasons of the reviews that were raised. */
export const reviewsOf = ({ world }: Pick<Payer, "world">) =>
  world.commits.flatMap(({ writes }) => writes).filter(({ expected, kind }) => kind === "review" && expected === 0)
    .map(({ body, id }) => id.slice((JSON.parse(body) as { readonly subject: string }).subject.length + 1))

/** Balances that are not zero, by account kind and asset, credit counted up; the sum of each asset has to be zero. */
export const books = async ({ world }: Pick<Payer, "world">): Promise<Readonly<Record<string, bigint>>> => {
  const balances = await world.run(Store.use((store) => store.balances("")))
  expect(trial(balances)).toEqual([])
  return Object.fromEntries(
    balances.filter(({ amount }) => amount !== 0n)
      .map(({ account: name, amount, asset }) => [`${name.split("/")[0]} ${asset}`, -amount])
  )
}

const trial = (balances: ReadonlyArray<Balance>): ReadonlyArray<string> => {
  const sums = new Map<string, bigint>()
  for (const { amount, asset } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => `${asset}: ${sum}`)
}
