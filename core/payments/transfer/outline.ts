// What the page of a transfer begins with. One that was written since it was made is in doubt.
import { type Story, amountOf, noParty, outlined, story } from "../../engine/resource/outline.ts"
import type { TransferTrigger } from "./transfer.states.ts"
import { type Transfer, Transfers } from "./transfer.ts"

const expected = {
  transferring: ["moved", "refused"],
  transferUnknown: ["moved", "refused"],
  transferred: [],
  transferFailed: []
} as const satisfies Readonly<Record<string, ReadonlyArray<TransferTrigger>>>

const storyOf = ({ createdAt, state, updatedAt }: Transfer): Story<keyof typeof expected> => {
  switch (state) {
    case "SUBMITTED":
      return story(updatedAt > createdAt ? "transferUnknown" : "transferring")
    case "CONFIRMED":
      return story("transferred", { at: updatedAt })
    case "FAILED":
      return story("transferFailed")
  }
}

export const transferOutline = outlined(Transfers, {
  expected,
  counterparty: null,
  readsMovements: false,
  of: (transfer) => {
    const { asset, network: via, recipientAddress, senderAddress, state, subAccountId, toSubAccountId, units } =
      transfer
    return {
      payer: { ...noParty, subAccountId, detail: senderAddress, via },
      payee: { ...noParty, subAccountId: toSubAccountId, detail: recipientAddress, via },
      state,
      paid: amountOf(asset, units),
      received: null,
      story: storyOf(transfer)
    }
  }
})
