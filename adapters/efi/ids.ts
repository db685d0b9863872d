// Ids of payments at the bank: letters and digits, at most 35. Those of ours are kept whole without their underscore, so that a
// message about a payment names it.
import { digestId } from "../bcb/ids.ts"

/** The `idEnvio` of a payment. */
export const idEnvioOf = (paymentId: string): string => {
  const [, prefix, digits] = /^(pay|inv)_([0-9a-f]{32})$/.exec(paymentId) ?? []
  return prefix === undefined || digits === undefined ? digestId(paymentId) : `${prefix}${digits}`
}

/** The payment of an `idEnvio`; undefined for one that is not of ours, such as a payment by hand. */
export const paymentIdOf = (idEnvio: string): string | undefined => {
  const [, prefix, digits] = /^(pay|inv)([0-9a-f]{32})$/.exec(idEnvio) ?? []
  return prefix === undefined || digits === undefined ? undefined : `${prefix}_${digits}`
}
