// What happens around transfers: an app moves a stablecoin from a wallet, and asks again in time or too late.
import { createTransfer } from "../../../core/payments/transfer/create-transfer.ts"
import type { TransferAnswer } from "../../../core/payments/transfer/transfer.ts"
import type { Question } from "../client.ts"
import type { TransferAction } from "./action.ts"
import { walletPairs } from "./pairs.ts"
import type { Acts, Stage, Story } from "./stage.ts"

type TransferRequestAction = Extract<TransferAction, { readonly do: "ask-transfer" }>

const questionOf = (stage: Stage, { account, pin, request }: TransferRequestAction): Question<TransferAnswer> => ({
  route: "createTransfer",
  text: JSON.stringify(request),
  isProvisional: (text) => text.includes("\"status\":\"PENDING\""),
  ask: (caller, attempt) => createTransfer({ caller, request: { ...request, ...stage.proofOf(account, pin) }, attempt })
})

export const transferActs: Acts<TransferAction> = {
  "ask-transfer": (stage, action, number) =>
    stage.client.ask(number, action.account, `key-${number}`, questionOf(stage, action)),
  "ask-transfer-again": (stage, { transfer }, number) => {
    const first = stage.actionOf(transfer)
    if (first?.do === "ask-transfer") {
      stage.client.ask(number, first.account, `key-${transfer}`, questionOf(stage, first))
    }
  }
}

const minute = 60_000

/** Takes nothing; with the checksum of EIP-55. */
const deadAddress = "0x000000000000000000000000000000000000dEaD"

/** The story of one transfer, from its first request. */
export const transferStory: Story = (random, account, atMs, add) => {
  const asked: TransferAction = {
    do: "ask-transfer",
    account,
    pin: random.chance(0.03) ? "wrong" : "right",
    request: {
      recipientAddress: random.chance(0.05) ? deadAddress : "0x52908400098527886E0F7030069857D2E4169EE7",
      amount: `${random.between(1, 500)}.${random.below(100).toString().padStart(2, "0")}`,
      ...random.pick(walletPairs),
      ...(random.chance(0.7) ? { reference: `ref-${atMs}-${random.below(1_000_000)}` } : {})
    }
  }
  const transfer = add(atMs, asked)
  if (random.chance(0.3)) add(atMs + random.between(0, 4 * minute), { do: "ask-transfer-again", transfer })
  // An app that has lost its key has the reference still: in time, at the edge of it, or too late.
  if (random.chance(0.3)) add(atMs + random.between(0, 3 * minute), asked)
  if (random.chance(0.1)) add(atMs + 2 * minute + random.between(-2, 2) * 1_000, asked)
}
