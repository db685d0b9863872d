// The adapter of Efí before a stand-in of the bank, as the kit looks at it.
import { Context, Effect, Layer, Redacted, Scope } from "effect"
import type { PixRailBench } from "../../../adapters/conformance/index.ts"
import { devolucaoIdOf } from "../../../adapters/bcb/ids.ts"
import { type EfiAdapters, efi } from "../../../adapters/efi/index.ts"
import { idEnvioOf } from "../../../adapters/efi/ids.ts"
import { printBrl } from "../../../core/base/money/decimal.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { pixRailAdapter } from "../../../core/ports/moving/adapter.ts"
import { ProviderInbox } from "../../../core/ports/provider-inbox.ts"
import { type Front, answering, listening, openFront } from "../bcb/server.ts"
import { cents } from "../bcb/stand-in.ts"
import { StandInEfi, receivers } from "./stand-in.ts"

export const ourKey = "7f2d9c1e-5b1a-4c0f-9a53-0a1b2c3d4e5f"
export const hmac = "a-secret-of-the-address"
const patienceMs = 400

export const settingsOf = (baseUrl: string): Parameters<typeof efi>[0] => ({
  baseUrl,
  clientId: "client",
  clientSecret: Redacted.make("secret"),
  key: ourKey,
  callbacks: { secret: Redacted.make(hmac) },
  dynamicCodesUpTo: unitsUnsafe("BRL", 10_000n),
  timeoutMs: patienceMs
})

export const built = <A>(layer: Layer.Layer<A>): Promise<Context.Context<A>> =>
  Effect.runPromise(Layer.build(layer).pipe(Effect.provideService(Scope.Scope, Scope.makeUnsafe())))

export const railOf = async ({ pixRail }: Pick<EfiAdapters, "pixRail">) => pixRailAdapter.of(await built(pixRail))

export const inboxOf = async (layer: Layer.Layer<ProviderInbox>) => Context.get(await built(layer), ProviderInbox)

export interface EfiBench extends PixRailBench {
  readonly bank: StandInEfi
  readonly front: Front
  readonly adapters: () => EfiAdapters
}

/** What a bench may have otherwise than alone before a bank of its own. */
export interface Surroundings {
  /** A bank that several benches have before them, with its address. */
  readonly shared?: { readonly bank: StandInEfi; readonly url: string }
  /** Where a path goes instead, such as through a validating proxy. */
  readonly between?: (path: string) => string
  /** What becomes of a body between the adapter and the bank. */
  readonly changed?: (body: string) => string
  readonly timeoutMs?: number
}

/** Opens the adapter before a bank. */
export const openEfi =
  ({ between, changed, shared, timeoutMs = patienceMs }: Surroundings = {}) => async (): Promise<EfiBench> => {
    const bank = shared?.bank ?? new StandInEfi(ourKey)
    const standIn = shared === undefined ? await listening(answering(bank.handle)) : undefined
    const direct = (path: string): string => `${standIn?.url ?? shared?.url ?? ""}${path}`
    const front = await openFront(between ?? direct, changed)
    const adapters = () => efi({ ...settingsOf(front.url), timeoutMs })
    const reopen = () => railOf(adapters())
    const received = bank.receive("1000000.00")
    const payment = (paymentId: string) => bank.payments.get(idEnvioOf(paymentId))
    const decide = (status: "REALIZADO" | "NAO_REALIZADO") => async (paymentId: string) => {
      const found = payment(paymentId)
      if (found !== undefined) found.status = status
    }
    return {
      bank,
      front,
      adapters,
      rail: await reopen(),
      reopen,
      paid: { by: "key", key: receivers.paid, keyType: "EMAIL" },
      refused: { by: "key", key: receivers.refused, keyType: "EMAIL" },
      open: {
        destination: { by: "key", key: receivers.open, keyType: "EMAIL" },
        settle: decide("REALIZADO"),
        refuse: decide("NAO_REALIZADO")
      },
      payments: async (paymentId) => bank.paidUnder(idEnvioOf(paymentId)),
      payCharge: async (txid, value) => bank.receive(printBrl(unitsUnsafe("BRL", value)), { txid }).endToEndId,
      returns: {
        received: received.endToEndId,
        refused: "E00000000202611241200nobodynobod",
        made: async (returnId) =>
          [...bank.pix.values()].flatMap(({ devolucoes }) => devolucoes)
            .filter(({ id, status }) => id === devolucaoIdOf(returnId) && status === "DEVOLVIDO")
            .map(({ valor }) => cents(valor))
      },
      line: front.line,
      patienceMs: timeoutMs,
      close: async () => {
        await front.close()
        await standIn?.close()
      }
    }
  }
