// The operator delivers what was paid and not returned, at the price of the deposit and less its fee (C60).
import { orderRest } from "./rest-order.ts"

/** Orders the delivery of the rest of a deposit. Errors as in `orderRest`. */
export const deliverRest = orderRest("deliver")
