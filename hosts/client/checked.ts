// What a client or a call is told, looked at before anything is sent: a request that can never go out would look like one that
// was lost on its way. Each gives what it takes, or throws `TypeError`.

// Timers take anything longer, and what is no number, for 1 ms.
const longestTimerMs = 2 ** 31 - 1

/** Milliseconds that a timer can wait. */
export const checkedTimeout = (timeoutMs: number): number => {
  if (timeoutMs > 0 && timeoutMs <= longestTimerMs) return timeoutMs
  throw new TypeError(`timeoutMs has to be more than 0 and at most ${longestTimerMs}`)
}

/** How often to try again. */
export const checkedRetries = (retries: number): number => {
  if (Number.isInteger(retries) && retries >= 0) return retries
  throw new TypeError("retries has to be a whole number")
}

// What the service takes; spaces around it do not arrive there.
const keyForm = /^ *[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])? *$/

/** A key that can be in a header, and that the service takes. */
export const checkedKey = (idempotencyKey: string): string => {
  if (keyForm.test(idempotencyKey)) return idempotencyKey
  throw new TypeError("idempotencyKey has to be 1 to 255 printable ASCII characters")
}
