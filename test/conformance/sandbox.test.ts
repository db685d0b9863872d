// The sandbox keeps the promises of the ports that move money: its other side is the data plane.
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Context, Effect, Option, Redacted } from "effect"
import type { PixDestination } from "../../core/standards/pix/pix-parties.ts"
import { chainSuite, kycProviderSuite, lightningNodeSuite, pixRailSuite } from "../../adapters/conformance/index.ts"
import * as sandboxChain from "../../adapters/sandbox/chain.ts"
import * as sandboxKyc from "../../adapters/sandbox/kyc-provider.ts"
import * as sandboxLightning from "../../adapters/sandbox/lightning-node.ts"
import * as sandboxRail from "../../adapters/sandbox/pix-rail.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import { chainAdapter, lightningNodeAdapter, pixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { conforms, notShown } from "./conforms.ts"
import { type DisturbedPlane, disturbedPlane } from "./disturbed.ts"
import { submission } from "./submission.ts"

const bodyOf = async ({ store }: DisturbedPlane, kind: string, id: string) => {
  const found = Option.getOrUndefined(await Effect.runPromise(store.get(kind, id)))
  return found === undefined ? undefined : JSON.parse(found.body) as Readonly<Record<string, unknown>>
}

const movedIn = (plane: DisturbedPlane, kind: string, field: string) => async (id: string) => {
  const body = await bodyOf(plane, kind, id)
  return body === undefined || body["fate"] === "fail" || body["fate"] === "hold" ? [] : [BigInt(String(body[field]))]
}

const key = (name: string): PixDestination => ({ by: "key", keyType: "EMAIL", key: `${name}@sandbox.test` })
const lostMs = 3_000
const silence = notShown("a data store answers or fails", / that no one answers /, /the line being silent/)

conforms("the sandbox", pixRailSuite, async () => {
  const plane = await disturbedPlane()
  const open = () => plane.open(pixRailAdapter.of, sandboxRail.layer)
  return {
    rail: await open(),
    paid: { by: "key", keyType: "EMAIL", key: "maria@example.com" } as const,
    refused: key("fail"),
    open: { destination: key("timeout"), settle: () => sleep(lostMs) },
    payments: movedIn(plane, "sandboxPayment", "value"),
    returns: { received: "E9999999920260101000012345678901", made: movedIn(plane, "sandboxReturn", "value") },
    line: plane.line,
    reopen: open
  }
}, [
  ...silence,
  ...notShown("the sandbox sends back whatever it is asked to", /^a refused return/),
  ...notShown(
    "an event alone pays a charge",
    /^every payment of a charge/,
    /^a look-up of a charge that cannot ask/,
    /^a look-up of a paid charge/
  ),
  ...notShown("returns settle at once", / return that was accepted and is not settled/, /^an open return/),
  ...notShown("what is open settles by itself or not at all", /^an open payment that is refused later/)
])

const to = "0x52908400098527886e0f7030069857d2e4169ee7"

conforms("the sandbox", chainSuite, async () => {
  const plane = await disturbedPlane()
  const open = () => plane.open(chainAdapter.of, sandboxChain.layer)
  return {
    chain: await open(),
    asset: "BRLA",
    network: "polygon",
    amounts: [1n, 1_000_000_000_000_000_001n],
    address: () => to,
    refused: "0x000000000000000000000000000000000000dEaD",
    open: { address: "0x0000000000000000000000000000000000000510", settle: () => sleep(lostMs) },
    moved: movedIn(plane, "sandboxTransfer", "units"),
    wallet: {
      seed: Redacted.make(new Uint8Array(16)),
      addresses: { evm: "0x00000000000000000000000000000000000000a1", tron: "", solana: "" },
      refused: "0x000000000000000000000000000000000000dEaD",
      isFilledUp: true
    },
    line: plane.line,
    reopen: open
  } as const
}, [
  ...silence,
  ...notShown("what is open settles by itself", /^an open delivery that is refused later/),
  ...notShown("the kit has spends settle at once", / spend that was accepted and is not settled/, /^an open spend/),
  ...notShown("wallets are filled up", /^what a wallet can spend/)
])

// The amount part of BOLT11, in nano-bitcoin.
const satsOf = (bolt11: string): bigint => BigInt(/^lnbc(\d+)0n1p/.exec(bolt11)?.[1] ?? 0)

conforms("the sandbox", lightningNodeSuite, async () => {
  const plane = await disturbedPlane()
  const open = () => plane.open(lightningNodeAdapter.of, sandboxLightning.layer)
  return {
    node: await open(),
    invoice: (id: string, sats: bigint) => `lnbc${sats * 10n}n1p${id}`,
    paid: async (id: string) => {
      const body = await bodyOf(plane, "sandboxLightningPayment", id)
      return body === undefined ? [] : [satsOf(String(body["bolt11"]))]
    },
    hasPreimages: true,
    address: "ana@example.com",
    line: plane.line,
    reopen: open
  }
}, [
  ...silence,
  ...notShown(
    "the sandbox pays whatever it is asked to",
    /^a refused payment/,
    / payment that was accepted and is not settled/,
    /^an open payment/
  ),
  ...notShown(
    "an event alone pays an invoice",
    /^an invoice that was never made/,
    /^an invoice that was paid/,
    /^a look-up of a paid invoice/
  ),
  ...notShown("its node has no channels", /^the balance is/, /^a balance read/)
])

conforms("the sandbox", kycProviderSuite, async () => {
  const plane = await disturbedPlane()
  const open = () => plane.open((services) => Context.get(services, KycProvider), sandboxKyc.layer)
  const provider = await open()
  return {
    provider,
    submission,
    received: async (id: string) => await bodyOf(plane, "sandboxKyc", id) === undefined ? 0 : 1,
    decide: async (id: string, status: "APPROVED" | "REJECTED") => {
      await Effect.runPromise(provider.confirm(id, { status, labels: [], reason: null, taxId: null }))
    },
    shareToken: () => `token-${randomBytes(8).toString("hex")}`,
    line: plane.line,
    reopen: open
  }
}, [
  ...notShown("a data store answers or fails", /over a line that is silent/),
  ...notShown("the sandbox examines everything", /^what the provider does not examine/)
])
