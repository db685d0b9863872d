// What sending takes from the machine it runs on, in one place so that simulations and tests can bring their own.

/** What `clientOn` takes instead of the machine's own: time, chance and keys. */
export interface Platform {
  /** At least 0, below 1. */
  readonly random: () => number
  /** A text that no one else has made: the Idempotency-Key of a call that is given none. */
  readonly uniqueKey: () => string
  /** Unix milliseconds. */
  readonly now: () => number
  /**
   * Waits: between two tries, and beside each for its `timeoutMs`. Also comes back, and does not fail, when the signal is
   * aborted.
   */
  readonly sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
}

export const thisMachine: Platform = {
  random: () => Math.random(),
  // Not a UUID: browsers make those on secure pages alone, and development is not always on one.
  uniqueKey: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve()
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener("abort", end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      signal?.addEventListener("abort", end)
    })
}
