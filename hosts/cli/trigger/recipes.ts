// The way to every event of the interface, through the interface: what a client would do, and what a provider would tell. An
// event of which there is none yet has no row here, and the compiler says so.
import { Option } from "effect"
import type { EventName } from "../../../core/engine/event/event.ts"
import { routes } from "../../client/routes.ts"
import { type Data, textOf } from "../api.ts"
import { accountIdOf } from "../commands/accounts.ts"
import { misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { type Stage, sandboxPin } from "./stage.ts"

/** What can be triggered: every event, and the test that a registration sends. */
export type Triggered = EventName | "WEBHOOK_TEST"

/** What was done; the event is the first one of its name with data that matches. */
export type Done =
  | { readonly _tag: "InFeed"; readonly matches: (data: Data) => boolean }
  /** Sent without being an event to be read, and signed with a secret that nothing else tells. */
  | { readonly _tag: "Sent"; readonly data: Data; readonly secret: string }

export interface Recipe {
  /** What is done. */
  readonly how: string
  readonly variants?: ReadonlyArray<string>
  readonly run: (stage: Stage) => Promise<Done>
}

const inFeed = (name: string, value: string): Done => ({ _tag: "InFeed", matches: (data) => data[name] === value })

const goodAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
/** Delivery to an address that ends like this is refused. */
const refusedAddress = "0x52908400098527886e0f7030069857d2e416dead"
const depositCents = 5_000
const payoutCents = 1_000

interface Paid {
  readonly externalId: string
  readonly endToEndId: string
}

const paidDeposit = async (stage: Stage, address: string): Promise<Paid> => {
  const { externalId } = await stage.api.body(routes.createDeposit, {
    body: { value: depositCents, asset: "USDC", network: "base", address, ...await stage.person() }
  })
  const deposit = { params: { externalId: String(externalId) } }
  const trackId = textOf(await stage.api.data(routes.readDeposit, deposit), "trackId")
  const ticket = { subscription: "TICKET", data: { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } } }
  await stage.api.body(routes.providerWebhook, { body: { event: ticket } })
  const endToEndId = await stage.until("the payment of the charge", async () => {
    const found = (await stage.api.data(routes.readDeposit, deposit))["endToEndId"]
    return typeof found === "string" ? found : undefined
  })
  return { externalId: String(externalId), endToEndId }
}

const returned = async (stage: Stage): Promise<Done> => {
  const { endToEndId, externalId } = await paidDeposit(stage, refusedAddress)
  const deposit = { params: { externalId } }
  await stage.until(
    "the deposit as FAILED",
    async () => (await stage.api.data(routes.readDeposit, deposit))["status"] === "FAILED" ? true : undefined
  )
  const value = stage.options.variant === "partial" ? depositCents - 1 : depositCents
  await stage.provider("PIX-RETURN", { type: "RETURN-CONFIRMED", endToEndId, returnId: stage.returnId(), value })
  return inFeed("externalId", externalId)
}

const payout = async (stage: Stage, pixKey: string): Promise<string> => {
  const wallet = await stage.wallet()
  const order = await stage.api.body(routes.createPayout, {
    body: {
      value: payoutCents,
      network: "base",
      asset: "BRLA",
      pixKey,
      pixKeyType: "EMAIL",
      walletPin: sandboxPin,
      ...wallet
    }
  })
  return textOf(order, "transactionId")
}

/** A Lightning invoice that was paid and settles to a PIX key. */
const paidInvoice = async (stage: Stage, pixKey: string): Promise<string> => {
  const answer = await stage.api.body(routes.createLightningInvoice, {
    body: { value: payoutCents, pixKey, pixKeyType: "EMAIL", refundAddress: "alice@wallet.example" }
  })
  await stage.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash: textOf(answer, "paymentHash") })
  return textOf(answer, "invoice")
}

const isLightning = ({ options }: Stage): boolean => options.variant === "lightning"

/** A payout that was paid and that the operator gives back. */
const refundedByHand = async (stage: Stage): Promise<string> => {
  const transactionId = await payout(stage, "maria@example.com")
  const named = { params: { transactionId } }
  await stage.until(
    "the payout as COMPLETED",
    async () => (await stage.api.data(routes.readPayout, named))["status"] === "COMPLETED" ? true : undefined
  )
  await stage.api.data(operatorRoutes.refundPayout, named)
  return transactionId
}

const givenBack = async (stage: Stage): Promise<Done> => {
  if (isLightning(stage)) return inFeed("invoice", await paidInvoice(stage, "fail@sandbox.test"))
  if (stage.options.variant === "manual") return inFeed("transactionId", await refundedByHand(stage))
  return inFeed("transactionId", await payout(stage, "reverse@sandbox.test"))
}

/** The txHash that a payout's record shows, once it has one. */
const debitOf = (stage: Stage, transactionId: string): Promise<string> =>
  stage.until("the debit of the payout", async () => {
    const { txHash } = await stage.api.data(routes.readPayout, { params: { transactionId } })
    return typeof txHash === "string" ? txHash : undefined
  })

const attempt = (attemptId: string): Done => inFeed("attemptId", attemptId)

const formEvent = (parts: Data) => async (stage: Stage): Promise<Done> =>
  attempt(await stage.submitForm(await stage.subaccount(), parts))

const disputed = (status: "CREATED" | "ACCEPTED" | "REJECTED" | "CANCELED"): Recipe => ({
  how: status === "CREATED"
    ? "pays a deposit; the payer's bank contests the PIX"
    : `pays a deposit; the PIX is contested, and the contest ${status}`,
  run: async (stage) => {
    const { endToEndId } = await paidDeposit(stage, goodAddress)
    const dispute = {
      endToEndId,
      disputeId: stage.fresh("med-"),
      value: depositCents,
      reason: "FRAUD",
      payerName: "Maria Souza"
    }
    await stage.provider("DISPUTE", { type: "CREATED", ...dispute })
    if (status !== "CREATED") await stage.provider("DISPUTE", { type: status, ...dispute })
    return inFeed("endToEndId", endToEndId)
  }
})

const command = async (stage: Stage, network: string): Promise<Done> => {
  const id = stage.fresh("trigger-")
  const account = await accountIdOf(stage.api, Option.none())
  const payload = { value: depositCents, asset: "USDC", network, address: goodAddress }
  await stage.world.tools.command({ id, account, name: "create-deposit", payload })
  return inFeed("commandId", id)
}

const webhookTest = async (stage: Stage): Promise<Done> => {
  const { receiver } = stage.options
  if (receiver === undefined) {
    throw misused("WEBHOOK_TEST is sent to an endpoint that is being registered", "Name one by --receiver <url>")
  }
  const url = new URL(receiver)
  // An address that is registered already is refused a second time: this one is like no other, and goes again.
  url.searchParams.set("trigger", stage.fresh(""))
  const accountId = await accountIdOf(stage.api, Option.none())
  const webhook = await stage.api.data(operatorRoutes.registerWebhook, {
    params: { accountId },
    body: { url: url.href }
  })
  const webhookId = textOf(webhook, "webhookId")
  await stage.api.data(operatorRoutes.removeWebhook, { params: { webhookId } })
  const secret = textOf(webhook, "secret")
  return { _tag: "Sent", data: { webhookId, sentAt: textOf(webhook, "createdAt") }, secret }
}

export const recipes: Readonly<Record<Triggered, Recipe>> = {
  DEPOSIT_ASSET_SUCCESS: {
    how: "makes a deposit and pays its charge",
    run: async (stage) => inFeed("externalId", (await paidDeposit(stage, goodAddress)).externalId)
  },
  DEPOSIT_ASSET_FAILED: {
    how: "pays a deposit to an address whose delivery is refused",
    run: async (stage) => inFeed("externalId", (await paidDeposit(stage, refusedAddress)).externalId)
  },
  DEPOSIT_ASSET_REFUNDED: {
    how: "returns the PIX of a deposit that failed",
    variants: ["full", "partial"],
    run: returned
  },
  PAYOUT_SUCCESSFUL: {
    how: "pays a PIX out of a wallet, or out of a Lightning invoice",
    variants: ["stablecoin", "lightning"],
    run: async (stage) =>
      isLightning(stage)
        ? inFeed("txHash", await paidInvoice(stage, "maria@example.com"))
        : inFeed("transactionId", await payout(stage, "maria@example.com"))
  },
  PAYOUT_FAILED: {
    how: "pays a PIX to a key that refuses it",
    variants: ["stablecoin", "lightning"],
    run: async (stage) =>
      isLightning(stage)
        ? inFeed("invoice", await paidInvoice(stage, "fail@sandbox.test"))
        : inFeed("invoice", await debitOf(stage, await payout(stage, "fail@sandbox.test")))
  },
  PAYOUT_REFUNDED: {
    how: "pays a PIX that the receiver's bank returns, one that the operator gives back, or a Lightning invoice whose "
      + "PIX is refused",
    variants: ["reversal", "manual", "lightning"],
    run: givenBack
  },
  KYC_APPROVED: { how: "fills in the KYC form of a new subaccount", run: formEvent({}) },
  KYC_REJECTED: { how: "fills in the KYC form with sandboxReject", run: formEvent({ sandboxReject: true }) },
  KYC_EXPIRED: {
    how: "starts hosted KYC that no one fills in in time",
    run: async (stage) => {
      const hosted = await stage.post(routes.createKyc, {
        subAccountId: await stage.subaccount(),
        level: "FULL",
        redirectUrl: "https://shop.example/done"
      })
      const attemptId = textOf(hosted, "attemptId")
      await stage.provider("KYC", { type: "EXPIRED", attempt: { id: attemptId } })
      return attempt(attemptId)
    }
  },
  KYC_FAILED: {
    how: "breaks KYC off while a person looks at it",
    run: async (stage) => {
      const attemptId = await stage.submitForm(await stage.subaccount(), { fullName: "Review Manual" })
      await stage.provider("KYC", { type: "FAILED", attempt: { id: attemptId } })
      return attempt(attemptId)
    }
  },
  "kyc.completed": { how: "fills in the KYC form of a new subaccount", run: formEvent({}) },
  DISPUTE_CREATED: disputed("CREATED"),
  DISPUTE_ACCEPTED: disputed("ACCEPTED"),
  DISPUTE_REJECTED: disputed("REJECTED"),
  DISPUTE_CANCELED: disputed("CANCELED"),
  COMMAND_SUCCEEDED: {
    how: "commands a deposit through the database that DATABASE_URL names",
    run: (stage) => command(stage, "base")
  },
  COMMAND_FAILED: {
    how: "commands a deposit on a network that has no USDC, through the database",
    run: (stage) => command(stage, "tron")
  },
  WEBHOOK_TEST: { how: "registers a webhook at --receiver, and takes it away again", run: webhookTest }
}

const isTriggered = (name: string): name is Triggered => Object.hasOwn(recipes, name)

/** The event of a name, whatever its case. */
export const triggeredOf = (name: string): Triggered => {
  const found = Object.keys(recipes).find((each) => each.toLowerCase() === name.toLowerCase())
  if (found !== undefined && isTriggered(found)) return found
  throw misused(`there is no event ${name}`, "See: pontepay trigger --list")
}

/** Every event, in the order of the interface. */
export const allTriggered: ReadonlyArray<Triggered> = Object.keys(recipes).filter(isTriggered)
