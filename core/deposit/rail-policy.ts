// Who returns the payment of a failed deposit: the rail by itself, or we by an order (C46).
import { Effect } from "effect"
import { PixRail } from "../ports/pix-rail.ts"

export type RailPolicy = PixRail

/** Whether the rail returns the payments of failed deposits by itself. */
export const railReturns = PixRail.use(({ returnsFailed }) => Effect.succeed(returnsFailed))
