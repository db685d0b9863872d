// An order system that takes PIX and sells USDC: what an app of yours might look like. It survives lost answers, events
// that come twice, late or never, and a service whose processes are killed.
import type { AppApi, OwnApp } from "pontepay/simulate"

interface Order {
  readonly id: string
  readonly value: number
  state: "waiting" | "delivered" | "failed" | "returned"
}

const minute = 60_000
const hour = 60 * minute

/** What an event means for an order. */
const stateOf: Readonly<Record<string, Order["state"]>> = {
  DEPOSIT_ASSET_SUCCESS: "delivered",
  DEPOSIT_ASSET_FAILED: "failed",
  DEPOSIT_ASSET_REFUNDED: "returned"
}

/** What the status record means for an order; anything else is still under way. */
const stateOfStatus: Readonly<Record<string, Order["state"]>> = {
  COMPLETED: "delivered",
  FAILED: "failed",
  EXPIRED: "failed",
  REFUNDED: "returned"
}

export class Shop implements OwnApp {
  readonly account = 0
  readonly orders = new Map<string, Order>()
  /** Events that came, the same one again included. */
  events = 0
  private readonly seen = new Set<string>()
  private readonly count: number

  constructor(count: number) {
    this.count = count
  }

  async start(api: AppApi): Promise<void> {
    void this.poll(api)
    for (let number = 1; number <= this.count; number++) {
      await api.sleep(minute + api.chance(`pause ${number}`) * hour)
      const order: Order = { id: `order-${number}`, value: 1_000 + number * 37, state: "waiting" }
      this.orders.set(order.id, order)
      void this.place(api, order)
    }
  }

  // The order's own number is the externalId, so asking again is the same deposit, whatever became of the first time.
  private async place(api: AppApi, order: Order): Promise<void> {
    const body = JSON.stringify({
      value: order.value,
      asset: "USDC",
      network: "base",
      address: "0x52908400098527886E0F7030069857D2E4169EE7",
      externalId: order.id
    })
    for (let tries = 1; tries <= 50; tries++) {
      const answer = await api.fetch("/api/deposit/asset", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body
      }).catch(() => undefined)
      if (answer?.status === 200) {
        const { walletCharge } = await answer.json() as { readonly walletCharge: string }
        await api.sleep(api.chance(`customer ${order.id}`) * 20 * minute)
        return api.payCharge(walletCharge)
      }
      await api.sleep(10_000)
    }
  }

  webhook({ body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> }): number {
    this.events++
    const eventId = headers["x-service-event-id"] ?? ""
    if (this.seen.has(eventId)) return 200
    this.seen.add(eventId)
    const { data, event } = JSON.parse(body) as {
      readonly event: string
      readonly data: { readonly externalId?: string }
    }
    const order = this.orders.get(data.externalId ?? "")
    const state = stateOf[event]
    if (order !== undefined && state !== undefined && order.state !== "returned") order.state = state
    return 200
  }

  // Success is told once: an order that hears nothing is looked up.
  private async poll(api: AppApi): Promise<void> {
    for (;;) {
      await api.sleep(hour)
      for (const order of this.orders.values()) {
        if (order.state !== "waiting") continue
        const state = stateOfStatus[await this.statusOf(api, order)]
        if (state !== undefined) order.state = state
      }
    }
  }

  private async statusOf(api: AppApi, { id }: Order): Promise<string> {
    const answer = await api.fetch(`/api/deposit/asset/${id}`).catch(() => undefined)
    if (answer?.status !== 200) return "unknown"
    const { data } = await answer.json() as { readonly data: { readonly status: string } }
    return data.status
  }

  /** Every order stands where its deposit stands. */
  async problems(api: AppApi): Promise<ReadonlyArray<string>> {
    const found: Array<string> = []
    for (const order of this.orders.values()) {
      const status = await this.statusOf(api, order)
      if (order.state !== (stateOfStatus[status] ?? "waiting")) {
        found.push(`${order.id} is ${order.state} in the shop, and its deposit is ${status}`)
      }
    }
    return found
  }
}
