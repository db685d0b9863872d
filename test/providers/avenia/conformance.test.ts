// Avenia's adapters keep the promises of their ports, against a stand-in that makes a ticket of every request.
import { Effect } from "effect"
import type { PixDestination } from "../../../core/standards/pix/pix-parties.ts"
import { NotShown, kycProviderSuite, pixRailSuite, providerInboxSuite } from "../../../adapters/conformance/index.ts"
import { externalIdOf } from "../../../adapters/avenia/ids.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { kycPlane, openOn } from "../kyc-plane.ts"
import { KycProvider } from "../../../core/ports/kyc-provider.ts"
import { submission } from "../../conformance/submission.ts"
import { aboutTicket, adaptersAt, bytes, openInbox, openRail } from "./bench.ts"
import { kycStandIn } from "./kyc-stand-in.ts"
import { aveniaStandIn } from "./stand-in.ts"

const key = (name: string): PixDestination => ({ by: "key", keyType: "EMAIL", key: `${name}@example.com` })
const centsOf = (text = ""): bigint => BigInt(text.replace(".", ""))

conforms("Avenia", pixRailSuite, async () => {
  const standIn = await aveniaStandIn()
  const plane = await kycPlane()
  const open = () => openRail(plane, standIn.url)
  const named = (paymentId: string) => standIn.tickets.filter((each) => each.externalId === externalIdOf(paymentId))
  const put = (status: string) => async (paymentId: string) => {
    for (const ticket of named(paymentId)) standIn.settle(ticket, status)
  }
  return {
    rail: await open(),
    payCharge: async (trackId: string, value: bigint) => {
      const ticket = standIn.tickets.find(({ id }) => id === trackId)
      if (ticket === undefined || ticket.status === "PAID" || value !== centsOf(ticket.quote["inputAmount"])) {
        throw new NotShown("a ticket takes one PIX, of its own value")
      }
      standIn.settle(ticket)
      return ticket.endToEndId ?? ""
    },
    paid: key("maria"),
    refused: key("fail"),
    open: { destination: key("open"), settle: put("PAID"), refuse: put("FAILED") },
    payments: async (paymentId: string) =>
      named(paymentId).filter(({ status }) => status === "PAID").map(({ quote }) =>
        centsOf(quote["outputAmount"]) / 100n
      ),
    line: standIn.line,
    reopen: open,
    close: standIn.close
  }
}, [
  ...notShown("a ticket takes one PIX, of its own value", /^every payment of a charge/),
  ...notShown("Avenia takes no order to return a PIX", /\breturn\b/),
  ...notShown("Avenia has no idempotency key", /^a payment whose answer was lost is one with/)
])

conforms("Avenia", providerInboxSuite, async () => {
  const standIn = await aveniaStandIn()
  const plane = await kycPlane()
  const rail = await openRail(plane, standIn.url)
  const made = await Effect.runPromise(rail.createCharge({
    chargeId: "dep_1",
    value: unitsUnsafe("BRL", 12_345n),
    expiresAt: 1,
    subAccountId: "sub_1",
    payer: { name: "Maria", taxId: null },
    description: "shop"
  }))
  const [ticket] = standIn.tickets
  if (made._tag !== "Done" || ticket === undefined) throw new Error("no charge")
  standIn.settle(ticket)
  const open = () => openInbox(plane, standIn.url)
  return {
    inbox: await open(),
    send: standIn.posted,
    withoutProof: (message) => ({ ...message, headers: {} }),
    sample: {
      body: bytes(aboutTicket(ticket.id)),
      facts: [{
        _tag: "ChargePaid",
        eventId: `${ticket.id}/paid`,
        trackId: ticket.id,
        endToEndId: ticket.endToEndId ?? "",
        value: unitsUnsafe("BRL", 12_345n),
        paidAt: Date.parse(ticket.updatedAt),
        payer: { name: "Maria da Silva", taxId: "11144477735" }
      }]
    },
    unknown: bytes({ subAccountId: "x", subscription: "LIMIT-UPDATE", data: {} }),
    coversBody: true,
    reopen: open,
    close: standIn.close
  }
}, [
  ...notShown("a message of Avenia is about one ticket", /^a message with several facts/),
  ...notShown("its proof has no time; the ticket is read again", /^a message whose proof is too old/)
])

// The selfie of the plain submission is a capture of somebody else, which leaves no file.
const uploaded = submission._tag === "Form"
  ? { ...submission, form: { ...submission.form, selfieId: "doc_3" } }
  : submission

conforms("Avenia", kycProviderSuite, async () => {
  const { attempts, standIn } = await kycStandIn()
  const plane = await kycPlane()
  const open = () => openOn(plane, KycProvider, adaptersAt(standIn.url).kycProvider)
  // Every check has a stand-in of its own, and hands in one attempt there.
  return {
    provider: await open(),
    submission: uploaded,
    received: async () => attempts.length,
    decide: async (_: string, status: "APPROVED" | "REJECTED") => {
      for (const each of attempts) Object.assign(each, { status: "COMPLETED", result: status })
    },
    refused: submission,
    line: standIn.line,
    reopen: open,
    close: standIn.close
  }
}, notShown("Avenia does not say of a share token that it was used", /^a share token is taken once/))
