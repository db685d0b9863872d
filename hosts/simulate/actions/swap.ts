// What happens around DePix swaps: a holder swaps on Spark or over Lightning, within bounds of his own or tight ones, and his
// app asks again under the same request id.
import { createSwap } from "../../../core/payments/swap/create-swap.ts"
import type { SwapRequest } from "../../../core/payments/swap/swap-request.ts"
import type { SwapAnswer } from "../../../core/payments/swap/swap-view.ts"
import type { Question } from "../client.ts"
import type { SwapAction } from "./action.ts"
import type { Acts, Stage, Story } from "./stage.ts"

type SwapRequestAction = Extract<SwapAction, { readonly do: "ask-swap" }>

// An answer says how the swap stands, which changes.
const isProvisional = (text: string): boolean => !/"status":"(?:COMPLETED|FAILED|STRANDED)"/.test(text)

const questionOf = (stage: Stage, { account, pin, request }: SwapRequestAction): Question<SwapAnswer> => ({
  route: "createSwap",
  text: JSON.stringify(request),
  isProvisional,
  ask: (caller, attempt) => createSwap({ caller, request: { ...request, ...stage.proofOf(account, pin) }, attempt })
})

export const swapActs: Acts<SwapAction> = {
  "ask-swap": (stage, action, number) =>
    stage.client.ask(number, action.account, `key-${number}`, questionOf(stage, action)),
  "ask-swap-again": (stage, { pin, swap }, number) => {
    const first = stage.actionOf(swap)
    // Another key of the app, and the same id of the swap: it is the id that says which swap it is.
    if (first?.do === "ask-swap") {
      stage.client.ask(number, first.account, `key-${number}`, questionOf(stage, { ...first, pin }))
    }
  }
}

const minute = 60_000

/** A wallet on Spark that is no one's here. */
const sparkAddress = "spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2"

const destinations: ReadonlyArray<Pick<SwapRequest, "network" | "address">> = [
  { network: "spark" },
  { network: "spark", address: sparkAddress },
  { network: "lightning" },
  { network: "lightning", address: "bob@simulated.test" },
  { network: "lightning", address: "nobody@simulated.test" }
]

/** The story of one swap, from its first request. */
export const swapStory: Story = (random, account, atMs, add) => {
  const request: SwapRequestAction["request"] = {
    fromAsset: "DEPIX",
    toAsset: "BTC",
    ...random.pick([...destinations, ...destinations.slice(0, 4)]),
    amount: `${random.between(5, 300)}.${random.between(1, 9)}`,
    clientRequestId: `swap-${atMs}-${random.below(1_000_000)}`,
    ...(random.chance(0.3) ? { maxSlippageBps: random.pick([0, 30, 500, 1_000]) } : {}),
    ...(random.chance(0.3) ? { minAmountOutSats: random.pick([400, 5_000, 20_000]) } : {}),
    ...(random.chance(0.3) ? { maxLightningFeeSats: random.pick([0, 100, 1_000]) } : {}),
    ...(random.chance(0.3) ? { reference: `ref-${random.below(1_000_000)}` } : {})
  }
  const swap = add(atMs, { do: "ask-swap", account, request, pin: random.chance(0.03) ? "wrong" : "right" })
  if (random.chance(0.4)) {
    const pin = random.chance(0.2) ? "wrong" : "right"
    add(atMs + random.between(0, 20 * minute), { do: "ask-swap-again", swap, pin })
  }
}
