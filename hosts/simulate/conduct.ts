// What movements ask of the ports that move money. Whoever asks again must have looked up first, in the same piece of work, and
// found nothing.
import { Context, Effect } from "effect"
import type { MovingPorts } from "../../core/movement/kinds.ts"
import { Chain } from "../../core/ports/chain.ts"
import { LightningNode } from "../../core/ports/lightning-node.ts"
import type { LookUp, Outcome } from "../../core/ports/outcome.ts"
import { PixRail } from "../../core/ports/pix-rail.ts"
import { SparkWallet } from "../../core/ports/spark-wallet.ts"
import { SwapPool } from "../../core/ports/swap-pool.ts"
import { type Complaint, textOf } from "./actor.ts"
import { CurrentWork } from "./work.ts"

/** How the asking for one kind of movement was conducted. */
class Conduct {
  private readonly name: string
  private readonly complain: Complaint
  private readonly asked = new Map<string, string>()
  private readonly mayAsk = new Set<string>()
  private readonly askers = new Set<string>()

  constructor(name: string, complain: Complaint) {
    this.name = name
    this.complain = complain
  }

  ask<A>(id: string, request: unknown, ask: Effect.Effect<Outcome<A>>): Effect.Effect<Outcome<A>> {
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
      return ask
    })
  }

  lookUp<A>(id: string, lookUp: Effect.Effect<LookUp<A>>): Effect.Effect<LookUp<A>> {
    return Effect.withFiber((fiber) => {
      const { label } = Context.get(fiber.context, CurrentWork)
      return Effect.tap(lookUp, ({ _tag }) =>
        Effect.sync(() => {
          if (_tag === "Absent") this.mayAsk.add(`${label} ${id}`)
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
  ports: Context.Context<MovingPorts>,
  complain: Complaint
): Context.Context<MovingPorts> => {
  const chain = Context.get(ports, Chain)
  const rail = Context.get(ports, PixRail)
  const node = Context.get(ports, LightningNode)
  const spark = Context.get(ports, SparkWallet)
  const pool = Context.get(ports, SwapPool)
  const movements = new Conduct("the chain", complain)
  const payments = new Conduct("the PIX rail", complain)
  const returns = new Conduct("the PIX rail's returns", complain)
  const lightning = new Conduct("the Lightning node", complain)
  const transfers = new Conduct("Spark", complain)
  const userPayments = new Conduct("Spark's payments", complain)
  const swaps = new Conduct("the pool", complain)
  return Context.make(Chain, {
    ...chain,
    deliver: (order) => movements.ask(order.operationId, order, chain.deliver(order)),
    submit: (spend) => movements.ask(spend.operationId, spend, chain.submit(spend)),
    lookUp: (movement) => movements.lookUp(movement.operationId, chain.lookUp(movement))
  }).pipe(
    Context.add(PixRail, {
      ...rail,
      pay: (request) => payments.ask(request.paymentId, request, rail.pay(request)),
      lookUpPayment: (id) => payments.lookUp(id, rail.lookUpPayment(id)),
      sendReturn: (request) => returns.ask(request.returnId, request, rail.sendReturn(request)),
      lookUpReturn: (request) => returns.lookUp(request.returnId, rail.lookUpReturn(request))
    }),
    Context.add(LightningNode, {
      ...node,
      pay: (payment) => lightning.ask(payment.operationId, payment, node.pay(payment)),
      lookUpPayment: (payment) => lightning.lookUp(payment.operationId, node.lookUpPayment(payment))
    }),
    Context.add(SparkWallet, {
      ...spark,
      transferToken: ({ sendBefore, ...transfer }, seed) =>
        transfers.ask(transfer.operationId, transfer, spark.transferToken({ ...transfer, sendBefore }, seed)),
      transferSats: (transfer) => transfers.ask(transfer.operationId, transfer, spark.transferSats(transfer)),
      lookUpTransfer: (id) => transfers.lookUp(id, spark.lookUpTransfer(id)),
      payInvoice: ({ sendBefore, ...payment }, seed) =>
        userPayments.ask(payment.operationId, payment, spark.payInvoice({ ...payment, sendBefore }, seed)),
      lookUpPayment: (id) => userPayments.lookUp(id, spark.lookUpPayment(id))
    }),
    Context.add(SwapPool, {
      ...pool,
      swap: (request) => swaps.ask(request.operationId, request, pool.swap(request)),
      lookUpSwap: (id) => swaps.lookUp(id, pool.lookUpSwap(id))
    })
  )
}
