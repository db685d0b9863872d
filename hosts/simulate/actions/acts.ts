// What each action does, and which stories there are: the one place that knows all of them.
import type { Action } from "./action.ts"
import { depositActs, depositStory, stoppedDepositStory } from "./deposit.ts"
import { configurationActs, configurationStory } from "./configuration.ts"
import { disputeActs, disputeStory } from "./dispute.ts"
import { edgeActs, edgeStory } from "./edge.ts"
import { givenBackActs } from "./given-back.ts"
import { kycActs, kycStory } from "./kyc.ts"
import { lightningInvoiceActs, lightningInvoiceStory } from "./lightning-invoice.ts"
import { payoutActs, payoutStory } from "./payout.ts"
import { readActs, readStory } from "./read.ts"
import type { Acts, Story } from "./stage.ts"
import { swapActs, swapStory } from "./swap.ts"
import { transferActs, transferStory } from "./transfer.ts"

export const acts: Acts<Action> = {
  ...depositActs,
  ...payoutActs,
  ...transferActs,
  ...lightningInvoiceActs,
  ...givenBackActs,
  ...swapActs,
  ...kycActs,
  ...disputeActs,
  ...configurationActs,
  ...readActs,
  ...edgeActs
}

/** What may happen, and how often beside the others. */
export const stories: ReadonlyArray<{ readonly weight: number; readonly tell: Story }> = [
  { weight: 4, tell: depositStory },
  { weight: 0.5, tell: stoppedDepositStory },
  { weight: 4, tell: payoutStory },
  { weight: 2, tell: transferStory },
  { weight: 3, tell: lightningInvoiceStory },
  { weight: 2, tell: swapStory },
  { weight: 1.5, tell: kycStory },
  { weight: 1, tell: disputeStory },
  { weight: 0.5, tell: configurationStory },
  { weight: 0.7, tell: readStory },
  { weight: 1, tell: edgeStory }
]
