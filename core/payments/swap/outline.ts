// What the page of a swap begins with. A swap to no other address is delivered to the wallet that it comes from.
import { type Story, amountOf, noParty, outlined, story } from "../../engine/resource/outline.ts"
import type { SwapTrigger } from "./swap.states.ts"
import { type Swap, Swaps, deliveredSats } from "./swap.ts"

const expected = {
  swapWaiting: ["claimed", "expired"],
  swapping: ["legConfirmed", "legRefused", "stopped"],
  swapped: [],
  swapFailed: [],
  swapStranded: []
} as const satisfies Readonly<Record<string, ReadonlyArray<SwapTrigger>>>

const storyOf = (swap: Swap): Story<keyof typeof expected> => {
  switch (swap.state) {
    case "PENDING":
      return story("swapWaiting")
    case "RUNNING":
      return story("swapping")
    case "COMPLETED":
      return story("swapped", { at: swap.updatedAt })
    case "FAILED":
      return story("swapFailed")
    case "STRANDED":
      return story("swapStranded")
  }
}

export const swapOutline = outlined(Swaps, {
  expected,
  counterparty: null,
  readsMovements: false,
  of: (swap) => {
    const { address, destination, network, sparkAddress, state, subAccountId, units } = swap
    return {
      payer: { ...noParty, subAccountId, detail: sparkAddress, via: "spark" },
      payee: { ...noParty, subAccountId: address === null ? subAccountId : null, detail: destination, via: network },
      state,
      paid: amountOf("DEPIX", units),
      received: state === "COMPLETED" ? amountOf("BTC", deliveredSats(swap)) : null,
      story: storyOf(swap)
    }
  }
})
