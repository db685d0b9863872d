// Stand-ins of Lightning nodes for a trial: LND's interface, or a wallet over a relay, before a node whose books are in this process,
// and the server of an address, which gives another invoice each time.
import { invoicesOn } from "../../providers/lnd/bench.ts"
import { macaroon, openFront } from "../../providers/lnd/front.ts"
import { LedgerNode } from "../../providers/lnd/ledger-node.ts"
import type { NodeError, NodePayment } from "../../providers/lnd/node-behind.ts"
import { honest, openAddressServer } from "../../providers/lnurl/server.ts"
import { openWalletOver } from "../../providers/nwc/bench.ts"
import type { Entry, StandIn } from "./books.ts"
import type { AdapterTrial } from "./case.ts"
import type { NodeName } from "./ports.ts"
import { openWay } from "./way.ts"

/** A node that lives by the time of its trial. */
class TrialNode extends LedgerNode {
  /** Payment hashes that were asked to be paid. */
  readonly asked = new Set<string>()
  override heldMsat = 1_000_000_000n
  aheadMs = 0
  /** `next`: the first payment is not begun before it lands. */
  late: "never" | "next" | (() => void) = "never"

  override now(): number {
    return super.now() + Math.floor(this.aheadMs / 1_000)
  }

  // What is under way or was paid is no longer there.
  override localMsat(): bigint {
    return [...this.payments.values()].filter(({ status }) => status !== "FAILED")
      .reduce((held, { feeMsat, msat }) => held - msat - feeMsat, this.heldMsat)
  }

  override pay(request: string, feeLimitMsat: bigint): NodePayment | NodeError {
    if (this.late === "next") {
      this.late = () => void this.pay(request, feeLimitMsat)
      return { code: 2, message: "the node is busy" }
    }
    const begun = super.pay(request, feeLimitMsat)
    if ("hash" in begun) this.asked.add(begun.hash)
    return begun
  }

  entries(): ReadonlyArray<Entry> {
    return [...this.arrived].flatMap(([paymentHash, values]) => {
      const preimage = Buffer.from(this.preimages.get(paymentHash) ?? []).toString("hex")
      return values.map((value) => ({ value, proof: { paymentHash, preimage } }))
    })
  }
}

/** Routes take longer than a tick. */
const aTick = () => new Promise((resolve) => setImmediate(resolve))

/** Opens the stand-in of a trial. */
export const openLightning = async (adapter: NodeName, { fate }: AdapterTrial): Promise<StandIn> => {
  const node = new TrialNode()
  let given = 0
  const becomes = { done: "arrives", late: "arrives", open: "open", refused: "FAILURE_REASON_NO_ROUTE" } as const
  const addresses = await openAddressServer(
    honest((msat) => invoicesOn(node)(becomes[fate], 600)(`shop/${++given}`, msat / 1_000n))
  )
  const { cert, port } = addresses
  const common = {
    entries: () => node.entries(),
    invoices: () => node.asked.size,
    isUntouched: () => node.asked.size === 0,
    passes: (aheadMs: number) => {
      node.aheadMs = aheadMs
    }
  }
  const arrive = async (): Promise<void> => {
    for (const hash of node.asked) node.end(hash, "arrives")
    await aTick()
  }
  if (adapter === "lnd") {
    const front = await openFront(node)
    const way = await openWay(front.url, (call) => fate === "late" && call === "POST /v2/router/send")
    return {
      ...common,
      reach: { url: way.url, secret: macaroon, addresses: { cert, port }, isOpen: fate === "open" },
      land: async () => {
        await way.land()
        await arrive()
      },
      close: async () => {
        await Promise.all([way.close(), front.close(), addresses.close()])
      }
    }
  }
  if (fate === "late") node.late = "next"
  const wallet = await openWalletOver(node)
  return {
    ...common,
    reach: { url: "", secret: wallet.connection, addresses: { cert, port } },
    land: async () => {
      if (typeof node.late === "function") {
        const pay = node.late
        node.late = "never"
        pay()
      }
      await aTick()
      await arrive()
    },
    close: async () => {
      await Promise.all([wallet.close(), addresses.close()])
    }
  }
}
