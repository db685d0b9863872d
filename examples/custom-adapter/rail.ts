// A PIX rail over the made-up provider: what an adapter of your own looks like. It keeps nothing itself, so a crash loses
// nothing, and says Unknown whenever it does not know. Only where the provider itself says that it has no such payment is it
// Absent: a gateway answers 404 too.
import { Effect } from "effect"
import {
  type LookUp,
  type Outcome,
  type PaymentReceipt,
  type PixRailAdapter,
  absent,
  done,
  otherAmount,
  refused,
  unknown
} from "pontepay"

/** What the provider says of a payment. */
interface Answer {
  readonly id: string
  readonly cents: string
  readonly madeAt: number
  readonly state: "settled" | "refused" | "waiting"
}

const patienceMs = 2_000

// What settled is a receipt only with the amount that was ordered.
const outcome = ({ cents, id, madeAt, state }: Answer, ordered: bigint): Outcome<PaymentReceipt> => {
  switch (state) {
    case "settled":
      if (cents !== String(ordered)) return otherAmount("BRL", BigInt(cents))
      return done({ endToEndId: `E-${id}`, paidAt: madeAt, payerIspb: null, receiver: null })
    case "refused":
      return refused("refusedByReceiver")
    case "waiting":
      return unknown("underWay")
  }
}

/** Whether it is the provider that does not know the id, and not a gateway that does not know the provider. */
const saysUnknownId = async (response: Response): Promise<boolean> => {
  const body = await response.json().catch(() => null) as { readonly error?: unknown } | null
  return body?.error === "no such payment"
}

/** How an adapter answers when its request failed. Whether it arrived cannot be known from that. */
export type OnFault = (detail: string) => Outcome<never>

const outcomeUnknown: OnFault = (detail) => unknown("noAnswer", detail)

/** The rail at an address. `onFault` is what this example is about. */
export const httpRail = (url: string, onFault: OnFault = outcomeUnknown): PixRailAdapter => {
  const ask = (paymentId: string, body?: object) =>
    Effect.tryPromise(() =>
      fetch(`${url}/payments/${encodeURIComponent(paymentId)}`, {
        method: body === undefined ? "GET" : "PUT",
        signal: AbortSignal.timeout(patienceMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      }).then(async (response) => {
        if (response.ok) return await response.json() as Answer
        if (response.status === 404 && await saysUnknownId(response)) return undefined
        throw new Error(`answered ${response.status}`)
      })
    )
  return {
    // Nothing is sold that it cannot do: "operator" where an operator does it at the provider, "none" where it is not done.
    ways: { payments: "provider", returns: "provider" },
    // Whose answers these are, by the provider's own name of the account: another one cannot know what this one was asked for.
    account: Effect.succeed(`custom:${new URL(url).hostname}`),
    // A PUT names its payment, and the provider makes one of all that come under one name.
    absentAfterMs: { payments: 0 },
    returnsFailed: false,
    dynamicCodesUpTo: null,
    createCharge: () => Effect.succeed(unknown("notSupported", "charges")),
    lookUpCharge: () => Effect.succeed(absent),
    sendReturn: () => Effect.succeed(unknown("notSupported", "returns")),
    lookUpReturn: () => Effect.succeed(unknown("notSupported", "returns")),
    pay: ({ destination, paymentId, value }) =>
      destination.by === "brCode"
        ? Effect.succeed(refused("notSupported", "codes"))
        : ask(paymentId, { cents: String(value), key: destination.key }).pipe(
          Effect.map((answer) => answer === undefined ? unknown("unreadable") : outcome(answer, value)),
          Effect.catch((error) => Effect.succeed(onFault(String(error.cause))))
        ),
    lookUpPayment: ({ paymentId, value }): Effect.Effect<LookUp<PaymentReceipt>> =>
      ask(paymentId).pipe(
        Effect.map((answer) => answer === undefined ? absent : outcome(answer, value)),
        Effect.catch((error) => Effect.succeed(unknown("noAnswer", String(error.cause))))
      )
  }
}
