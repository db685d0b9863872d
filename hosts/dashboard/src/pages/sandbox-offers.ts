// What somebody of the outside world can do to a record, by its state: a word that its lifecycle has no row for changes nothing,
// so it is not offered.
const all = {
  deposit: {
    pay: ["PENDING", "EXPIRED"],
    return: ["PROCESSING", "COMPLETED", "FAILED"],
    dispute: ["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"]
  },
  payout: {
    settle: ["PAYING", "OWED", "RESTORING", "RETURNING"],
    fail: ["PAYING"],
    reverse: ["COMPLETED"]
  },
  lightningInvoice: {
    pay: ["WAITING", "EXPIRED"],
    settle: ["PAYING", "OWED", "RESTORING", "RETURNING"],
    fail: ["PAYING"],
    reverse: ["COMPLETED"]
  },
  kycAttempt: {
    approve: ["PENDING", "REVIEW"],
    reject: ["PENDING", "REVIEW"],
    review: ["PENDING"],
    expire: ["PENDING", "REVIEW"]
  }
} as const

type Names<A> = A extends unknown ? keyof A : never
export type SandboxAction = Names<(typeof all)[keyof typeof all]>

/** The actions that a record of a kind and state is open to. */
export const offersOf = (kind: string, state: string | undefined): ReadonlyArray<SandboxAction> => {
  const actions: Readonly<Record<string, ReadonlyArray<string>>> = kind in all ? all[kind as keyof typeof all] : {}
  return Object.keys(actions).filter((action) => actions[action]?.includes(state ?? "")) as ReadonlyArray<SandboxAction>
}
