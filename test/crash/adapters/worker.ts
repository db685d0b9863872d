// A process of a trial of an adapter: `node worker.ts '{"url": …}'`.
import { Schema } from "effect"
import { MovementOrder } from "../../../core/payments/movement/order.ts"
import { dieAtIts, workOf } from "../steps/dying.ts"
import { type AdapterName, type Reach, portsOn } from "./ports.ts"

/** The other side of its trial. */
export interface Reached {
  readonly adapter: AdapterName
  readonly reach: Reach
  /** The movement's order, as JSON. */
  readonly order: unknown
}

const work = workOf<Reached>()
const { adapter, order, reach } = work.given
await dieAtIts(work, {
  order: Schema.decodeUnknownSync(Schema.toCodecJson(MovementOrder))(order),
  ports: portsOn(adapter, reach)
})
