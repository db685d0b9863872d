// Woovi's rail and inbox keep the promises of their ports, against a stand-in with books of its own and over every state of its line.
import { pixRailSuite, providerInboxSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { benchOf, inboxAt, opened, signed } from "./bench.ts"

const railGaps = [
  ...notShown("the kit opens no return", / return that was accepted and is not settled/, /^an open return/),
  ...notShown("an Absent is not believed at once", /whose answer was lost is one with what is sent again at once/)
]

conforms("Woovi", pixRailSuite, async () => benchOf(await opened()), railGaps)

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

conforms("Woovi", providerInboxSuite, async () => {
  const { close, to, woovi } = await opened()
  const one = woovi.pay("dep_1", 100n)
  const [two, three] = [woovi.pay("dep_2", 100n), woovi.pay("dep_2", 101n)]
  const fact = (trackId: string, endToEndId: string, value: bigint) => ({
    _tag: "ChargePaid" as const,
    eventId: endToEndId,
    trackId,
    endToEndId,
    value,
    paidAt: Date.parse("2026-01-02T03:04:05.678Z"),
    payer: { name: "Maria", taxId: "52998224725" }
  })
  const event = "OPENPIX:CHARGE_COMPLETED"
  return {
    inbox: await inboxAt(to.url),
    send: signed,
    withoutProof: (message) => ({ ...message, headers: {} }),
    sample: {
      body: bytes({ event, charge: { correlationID: "dep_1" }, pix: { endToEndId: one, value: 100 } }),
      facts: [fact("dep_1", one, 100n)]
    } as never,
    many: {
      body: bytes({ event, charge: { correlationID: "dep_2" }, pix: { value: 100 } }),
      facts: [fact("dep_2", two, 100n), fact("dep_2", three, 101n)]
    } as never,
    unknown: bytes({ event: "OPENPIX:SOMETHING_NEW" }),
    coversBody: true,
    reopen: () => inboxAt(to.url),
    close
  }
}, notShown("a signature of this provider has no time", /^a message whose proof is too old/))
