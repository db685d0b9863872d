// Where a delivery is on a chain of coins.

/** Where one of its transactions is, by what enough nodes agree on. */
export type Status<Attempt> =
  | {
    readonly _tag: "Landed"
    readonly attempt: Attempt
    readonly place: { readonly height: bigint; readonly hash: string }
    /** Whether it is as deep as is needed. */
    readonly isDeep: boolean
  }
  /** One that takes its coins back is in a block, deep enough to be final or not. */
  | { readonly _tag: "Released"; readonly attempt: Attempt; readonly isDeep: boolean }
  /** Another transaction than ours has a coin of it, for good. */
  | { readonly _tag: "Displaced"; readonly by: string }
  | { readonly _tag: "Outside" }
