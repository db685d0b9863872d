// Reads an item of a timeline, whose `what` begins with a verb: "booked depositReceived", "moved pixSettled: A → B". What
// begins with none of them is an act of an operator or owner, such as "payout.refund".

export type Happening =
  | { readonly verb: "moved"; readonly on: string; readonly from: string; readonly to: string }
  | { readonly verb: "review"; readonly reason: string }
  | { readonly verb: "booked" | "emitted" | "delivered" | "tried"; readonly about: string }
  | { readonly verb: "act"; readonly action: string }

const verbs = ["booked", "emitted", "delivered", "tried"] as const

/** What an item of a timeline tells. */
export const happeningOf = (what: string): Happening => {
  const [, on, from, to] = /^moved (\w+): (\w+) → (\w+)$/.exec(what) ?? []
  if (on !== undefined && from !== undefined && to !== undefined) return { verb: "moved", on, from, to }
  const reason = /^review: (.*)$/s.exec(what)?.[1]
  if (reason !== undefined) return { verb: "review", reason }
  const verb = verbs.find((each) => what.startsWith(`${each} `))
  return verb === undefined ? { verb: "act", action: what } : { verb, about: what.slice(verb.length + 1) }
}
