// Swaps and their authorizations, as everybody else has to know them.
import { booked } from "../../engine/resource/booked.ts"
import { amountText, browsable, endOf, span, worthByPeg } from "../../engine/resource/browsable.ts"
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { sealedOnce } from "../../engine/resource/sealed-texts.ts"
import { zero } from "../../base/money/units.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { hearSwap } from "./decide-swap.ts"
import { swapOutline } from "./outline.ts"
import { swapProspects } from "./prospects.ts"
import { swapStates } from "./swap.states.ts"
import { SwapAuthorizations, Swaps, seedPlace } from "./swap.ts"

const rows = browsable(Swaps, {
  states: swapStates.states,
  final: ["COMPLETED", "FAILED", "STRANDED"],
  listed: { by: "subaccount", list: "bySubAccount" },
  row: (swap) => ({
    id: swap.id,
    subAccountId: swap.subAccountId,
    end: endOf(swap.state, "COMPLETED", "FAILED", "STRANDED"),
    asset: "DEPIX",
    network: swap.network,
    value: worthByPeg("DEPIX", swap.units),
    assetAmount: amountText("DEPIX", swap.units),
    fee: zero("BRL"),
    externalId: swap.clientRequestId,
    endToEndId: null,
    txHash: swap.originTxHash,
    settled: swap.state === "COMPLETED" ? span(swap.createdAt, swap.updatedAt) : null
  }),
  outline: swapOutline
})

const facts = booked(
  Swaps,
  "swp",
  "swap",
  ({ address, declared, id, network, sparkAddress, subAccountId }) => ({
    id,
    subAccountId,
    network,
    fee: null,
    rate: null,
    counterparty: null,
    declared,
    addressDeclared: declared,
    senderAddress: sparkAddress,
    recipientAddress: address,
    beneficiaryTaxId: null
  })
)

export const swapResource = paymentResource(Swaps, {
  explanation: living(Swaps, swapStates, ({ state }) => state, swapProspects),
  outcomes: { hear: hearSwap, waitsFor: none },
  browsable: rows,
  statement: none,
  booked: facts,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

export const swapAuthorizationResource = paymentResource(SwapAuthorizations, {
  explanation: none,
  outcomes: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealedOnce(SwapAuthorizations, ({ id }) => seedPlace(id)),
  isAnnounced: false,
  isInner: false
})
