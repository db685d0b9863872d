// The operator returns what was paid and neither delivered nor returned (C46, C60).
import { orderRest } from "./rest-order.ts"

/** Orders the return of the rest of a deposit. Errors as in `orderRest`. */
export const returnRest = orderRest("return")
