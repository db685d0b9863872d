// Mistakes of adapters that a single kill shows, planted on purpose: the books of the provider say another thing than the
// movement then, or no one ever ends it.
import type { Place } from "../../simulate/bug.ts"
import type { AdapterTrial } from "./case.ts"

export interface KillBug extends Place, Pick<AdapterTrial, "adapter" | "fate" | "isSoon" | "kind"> {
  readonly name: string
  readonly about: string
  readonly also?: ReadonlyArray<Place>
  /** The process dies when it comes to this step for the first time. */
  readonly diesAt: string
  /** What is found. */
  readonly shows: string
}

// A kernel that looks nothing up.
const blind: Place = {
  file: "core/payments/movement/perform-movement.ts",
  find: "    const found = yield* (state === \"CANCELLING\" ? cancel : lookUp)(before.value)\n",
  replace: "    const found = { _tag: \"Absent\" as const }\n"
}

export const killBugs: ReadonlyArray<KillBug> = [
  {
    name: "avenia-row-after-request",
    about:
      "the row of a payment is kept once its ticket is there, and without one no one can be asked, so that nothing is known of a request whose process died",
    adapter: "avenia",
    kind: "pixPayment",
    fate: "done",
    isSoon: false,
    diesAt: "POST /v2/account/tickets is answered 201",
    shows: "value moved 2 times",
    file: "adapters/avenia/pix-rail.ts",
    find: "      if (!(yield* within(claim(row)))) return yield* found(request)\n",
    replace: "",
    also: [{
      file: "adapters/avenia/pix-rail.ts",
      find: "      if (answer._tag === \"Failure\") return unanswered(answer.failure)\n",
      replace:
        "      if (answer._tag === \"Failure\") return unanswered(answer.failure)\n      if (!(yield* within(claim(row)))) return yield* found(request)\n"
    }, {
      file: "adapters/avenia/pix-rail.ts",
      find: "      const [ticket, second] = yield* ticketsNamed(client, externalIdOf(paymentId))\n",
      replace:
        "      if (row === undefined) return absent\n      const [ticket, second] = yield* ticketsNamed(client, externalIdOf(paymentId))\n"
    }]
  },
  {
    name: "efi-repeat-is-refused",
    about: "a payment is sent again without a look-up, and the bank's 409 for an id that it has is read as a refusal",
    adapter: "efi",
    kind: "pixPayment",
    fate: "done",
    isSoon: false,
    diesAt: "PUT /v3/gn/pix/{idEnvio} is answered 201",
    shows: "it is REFUSED, and value moved 1 times",
    file: "adapters/efi/pay.ts",
    find: "  if (code?.means === \"taken\" ||",
    replace:
      "  if (code?.means === \"taken\") return refused(\"failed\", code.says)\n  if (code?.means === \"taken\" ||",
    also: [blind]
  },
  {
    name: "efi-other-id-after-restart",
    about: "the bank's id of a payment is another one in each process, so that a look-up after a restart finds nothing",
    adapter: "efi",
    kind: "pixPayment",
    fate: "done",
    isSoon: false,
    diesAt: "PUT /v3/gn/pix/{idEnvio} is answered 201",
    shows: "value moved 2 times",
    file: "adapters/efi/ids.ts",
    find: "digestId(paymentId) : `${prefix}${digits}`",
    replace: "digestId(paymentId) : `${prefix}${digits.slice(8)}${String(process.pid).padStart(8, \"0\")}`"
  },
  {
    name: "bcb-other-id-after-restart",
    about: "the same with the bank's id of a return",
    adapter: "bcb",
    kind: "pixReturn",
    fate: "done",
    isSoon: false,
    diesAt: "PUT /pix/{e2eid}/devolucao/{id} is answered 201",
    shows: "value moved 2 times",
    file: "adapters/bcb/ids.ts",
    find: "=> digestId(returnId)",
    replace: "=> digestId(`${process.pid} ${returnId}`)"
  },
  {
    name: "woovi-requested-is-sent",
    about: "a payment that was requested and never approved is taken for one under way",
    adapter: "woovi",
    kind: "pixPayment",
    fate: "done",
    isSoon: false,
    diesAt: "POST /payment is answered 200",
    shows: "it never comes to an end: SENDING",
    file: "adapters/woovi/payments.ts",
    find: "const isRequested = state === \"requested\" &&",
    replace: "const isRequested = state === \"settled\" &&"
  },
  {
    name: "lnd-broken-line-is-refused",
    about: "a connection that ends before the node's answer is read as a refusal",
    adapter: "lnd",
    kind: "lightningPayment",
    fate: "late",
    isSoon: false,
    diesAt: "POST /v2/router/send is asked",
    shows: "it is REFUSED, and value moved 1 times",
    file: "adapters/lnd/payments.ts",
    find: "return _tag === \"NotAsked\" ? held(\"paused\", reason) : unknown(\"noAnswer\", reason)",
    replace: "return _tag === \"NotAsked\" ? held(\"paused\", reason) : refused(\"failed\", reason)"
  },
  {
    name: "lnd-repeat-is-refused",
    about: "a payment is sent again without a look-up, and the node's answer that it was paid is read as a refusal",
    adapter: "lnd",
    kind: "lightningPayment",
    fate: "done",
    isSoon: false,
    diesAt: "POST /v2/router/send is answered 200",
    shows: "it is REFUSED, and value moved 1 times",
    file: "adapters/lnd/payments.ts",
    find: "    if (error.means !== \"repeated\" &&",
    replace:
      "    if (error.means === \"repeated\") return refused(\"failed\", error.says)\n    if (error.means !== \"repeated\" &&",
    also: [blind]
  },
  {
    name: "nwc-not-found-is-refused",
    about: "a payment that the wallet does not find is refused, while its invoice can be paid",
    adapter: "nwc",
    kind: "lightningPayment",
    fate: "late",
    isSoon: true,
    diesAt: "lookup_invoice is asked",
    shows: "it is REFUSED, and value moved 1 times",
    file: "adapters/nwc/lightning-node.ts",
    find: "return (yield* Clock.currentTimeMillis) > end",
    replace: "return (yield* Clock.currentTimeMillis) > 0"
  }
]
