// What movements ask of the ports that move money. Whoever asks again must have looked up first, in the same piece of work, and
// found nothing; whoever found that something was done writes down nothing else.
import { Context, Effect } from "effect"
import type { ValuePorts } from "../../core/payments/movement/kinds.ts"
import { ChainTransfers } from "../../core/ports/moving/chain-transfers.ts"
import { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import { PixTransfers } from "../../core/ports/moving/pix-transfers.ts"
import { PoolSwaps } from "../../core/ports/moving/pool-swaps.ts"
import { SparkTransfers } from "../../core/ports/moving/spark-transfers.ts"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import { type Complaint, textOf } from "./actor.ts"
import type { Written } from "./auditor/judge.ts"
import { CurrentWork } from "./work.ts"

/** What was done, as pieces of work were shown it. */
export class Shown {
  private readonly done = new Set<string>()
  private readonly complain: Complaint

  constructor(complain: Complaint) {
    this.complain = complain
  }

  note(label: string, id: string): void {
    this.done.add(`${label} ${id}`)
  }

  /** Called with what a piece of work has committed. */
  committed(label: string, written: ReadonlyArray<Written>): void {
    for (const { id, kind, value } of written) {
      if (kind !== "movement" || value["state"] !== "REFUSED") continue
      const { paymentId } = value["order"] as { readonly paymentId?: string }
      if (!this.done.has(`${label} ${paymentId ?? id}`)) continue
      this.complain("ambiguous-is-processing", `${label} wrote that ${id} was refused, and had found that it was done`)
    }
  }
}

/** How the asking for one kind of movement was conducted. */
class Conduct {
  private readonly name: string
  private readonly complain: Complaint
  private readonly shown: Shown
  private readonly asked = new Map<string, string>()
  private readonly mayAsk = new Set<string>()
  private readonly askers = new Set<string>()

  constructor(name: string, complain: Complaint, shown: Shown) {
    this.name = name
    this.complain = complain
    this.shown = shown
  }

  ask<A>(id: string, request: unknown, ask: Effect.Effect<Sending<A>>): Effect.Effect<Sending<A>> {
    return Effect.withFiber((fiber) => {
      const { label } = Context.get(fiber.context, CurrentWork)
      const text = textOf(request)
      const before = this.asked.get(id)
      this.asked.set(id, before ?? text)
      // A request that was slow sends for the first time what its own job has sent meanwhile.
      const isFirstOfMaker = isMaker(label, id) && !this.askers.has(`${label} ${id}`)
      this.askers.add(`${label} ${id}`)
      if (before !== undefined && !this.mayAsk.delete(`${label} ${id}`) && !isFirstOfMaker) {
        this.complain(
          "ambiguous-is-processing",
          `${label} asked ${this.name} again for ${id}, and had not looked up what became of the first time`
        )
      }
      if (before !== undefined && before !== text) {
        this.complain(
          "operation-unchanged",
          `${label} asked ${this.name} for ${id} with other contents than before: ${before} and ${text}`
        )
      }
      return Effect.tap(ask, ({ _tag }) =>
        Effect.sync(() => {
          // Nothing was sent, so the next time is the first.
          if (_tag === "Held" && before === undefined) this.asked.delete(id)
        }))
    })
  }

  lookUp<A>(id: string, lookUp: Effect.Effect<LookUp<A>>): Effect.Effect<LookUp<A>> {
    return Effect.withFiber((fiber) => {
      const { label } = Context.get(fiber.context, CurrentWork)
      return Effect.tap(lookUp, ({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "Absent") this.mayAsk.add(`${label} ${id}`)
          if (_tag === "Done") this.shown.note(label, id)
        }))
    })
  }
}

/** Whether a piece of work made the record that an operation is for, as the record's id tells. */
const isMaker = (label: string, operationId: string): boolean => {
  const made = /_(\d{6,})x(\d+)x\d+/.exec(operationId)
  return made !== null && label === `s${Number(made[1])}#${made[2]}`
}

/** The ports with somebody who watches what is asked of them. */
export const watchedPorts = (
  ports: Context.Context<ValuePorts>,
  complain: Complaint,
  shown: Shown
): Context.Context<ValuePorts> => {
  const chain = Context.get(ports, ChainTransfers)
  const rail = Context.get(ports, PixTransfers)
  const node = Context.get(ports, LightningPayments)
  const spark = Context.get(ports, SparkTransfers)
  const pool = Context.get(ports, PoolSwaps)
  const movements = new Conduct("the chain", complain, shown)
  const payments = new Conduct("the PIX rail", complain, shown)
  const returns = new Conduct("the PIX rail's returns", complain, shown)
  const lightning = new Conduct("the Lightning node", complain, shown)
  const transfers = new Conduct("Spark", complain, shown)
  const userPayments = new Conduct("Spark's payments", complain, shown)
  const swaps = new Conduct("the pool", complain, shown)
  return Context.make(ChainTransfers, {
    ...chain,
    deliver: (order) => movements.ask(order.operationId, order, chain.deliver(order)),
    submit: (spend) => movements.ask(spend.operationId, spend, chain.submit(spend)),
    lookUp: (movement) => movements.lookUp(movement.operationId, chain.lookUp(movement))
  }).pipe(
    Context.add(PixTransfers, {
      ...rail,
      pay: (request) => payments.ask(request.paymentId, request, rail.pay(request)),
      lookUpPayment: (request) => payments.lookUp(request.paymentId, rail.lookUpPayment(request)),
      sendReturn: (request) => returns.ask(request.returnId, request, rail.sendReturn(request)),
      lookUpReturn: (request) => returns.lookUp(request.returnId, rail.lookUpReturn(request))
    }),
    Context.add(LightningPayments, {
      ...node,
      pay: (payment) => lightning.ask(payment.operationId, payment, node.pay(payment)),
      lookUpPayment: (payment) => lightning.lookUp(payment.operationId, node.lookUpPayment(payment))
    }),
    Context.add(SparkTransfers, {
      ...spark,
      transferToken: ({ sendBefore, ...transfer }, seed) =>
        transfers.ask(transfer.operationId, transfer, spark.transferToken({ ...transfer, sendBefore }, seed)),
      transferSats: (transfer) => transfers.ask(transfer.operationId, transfer, spark.transferSats(transfer)),
      lookUpTransfer: (transfer) => transfers.lookUp(transfer.operationId, spark.lookUpTransfer(transfer)),
      payInvoice: ({ sendBefore, ...payment }, seed) =>
        userPayments.ask(payment.operationId, payment, spark.payInvoice({ ...payment, sendBefore }, seed)),
      lookUpPayment: (payment) => userPayments.lookUp(payment.operationId, spark.lookUpPayment(payment))
    }),
    Context.add(PoolSwaps, {
      ...pool,
      swap: (request) => swaps.ask(request.operationId, request, pool.swap(request)),
      lookUpSwap: (request) => swaps.lookUp(request.operationId, pool.lookUpSwap(request))
    })
  )
}
