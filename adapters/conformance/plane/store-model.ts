// Part of the store contract: random commits on few records, keys, lists and accounts are answered, and leave what they
// leave, as a model of a page says. The model knows no database.
import { Effect, Option } from "effect"
import { type LedgerAccount, mayStand, signed } from "../../../core/engine/ledger/journal.ts"
import { type ChangeSet, Store, changeSet } from "../../../core/engine/store/store.ts"
import { moved, wholeList, written } from "./change-sets.ts"
import { expect } from "./expect.ts"
import type { Shows } from "./plane.ts"
import { type Random, randomOf, times } from "./random.ts"

const ids = ["1", "2", "3", "4"]
const values = ["a", "b", "c", "d", "e"]
const accounts: ReadonlyArray<LedgerAccount> = ["treasury", "deposit-owed/a", "deposit-owed/b", "losses", "fee-income"]

class Model {
  readonly versions = new Map<string, number>()
  readonly keys = new Map<string, string>()
  readonly rows = new Map<string, Array<string>>()
  readonly balances = new Map<string, bigint>()
  private readonly entries = new Set<string>()

  /** What a commit has to answer; it is applied when that is "applied". */
  commit(changes: ChangeSet): string {
    const refusal = this.refusedWrite(changes) ?? this.refusedEntry(changes)
    if (refusal !== undefined) return refusal
    for (const { id, keys, lists } of changes.writes) {
      this.versions.set(id, this.version(id) + 1)
      for (const [, value] of keys) this.keys.set(value, id)
      for (const [, value] of lists) this.rows.set(value, [id, ...this.rows.get(value) ?? []])
    }
    for (const { id, postings } of changes.entries) {
      this.entries.add(id)
      for (const posting of postings) {
        this.balances.set(posting.account, (this.balances.get(posting.account) ?? 0n) + signed(posting))
      }
    }
    return "applied"
  }

  version(id: string): number {
    return this.versions.get(id) ?? 0
  }

  private refusedWrite({ writes }: ChangeSet): string | undefined {
    const taken = new Set<string>()
    for (const { expected, id, keys } of writes) {
      if (expected === 0 && this.version(id) !== 0) return `DuplicateKey id ${id}`
      if (expected !== this.version(id)) return `VersionConflict ${id}`
      for (const [name, value] of keys) {
        if (taken.has(value) || (this.keys.get(value) ?? id) !== id) return `DuplicateKey ${name} ${value}`
        taken.add(value)
      }
    }
    return undefined
  }

  private refusedEntry({ entries }: ChangeSet): string | undefined {
    const left = new Map<LedgerAccount, bigint>()
    for (const { id, postings } of entries) {
      if (this.entries.has(id)) return `DuplicateKey id ${id}`
      for (const posting of postings) {
        const before = left.get(posting.account) ?? this.balances.get(posting.account) ?? 0n
        left.set(posting.account, before + signed(posting))
      }
    }
    return [...left].some(([account, balance]) => !mayStand(account, balance)) ? "Overdraft" : undefined
  }
}

const planned = (random: Random, model: Model): ChangeSet => {
  const records = ids.filter(() => random.below(4) === 0)
  const writes = records.map((id) =>
    written(id, {
      expected: random.below(4) === 0 ? random.below(3) : model.version(id),
      keys: random.below(2) === 0 ? [] : [["key", random.of(values)]],
      lists: random.below(2) === 0 ? [] : [["list", random.of(values)]]
    })
  )
  const names = new Set(times(random.below(3), () => `e${random.below(400)}`))
  const entries = [...names].map((id) =>
    moved({ id, debit: random.of(accounts), credit: random.of(accounts), units: BigInt(random.below(9)) })
  )
  return changeSet({ writes, entries })
}

const answerOf = (changes: ChangeSet) =>
  Store.use((store) => store.commit(changes)).pipe(
    Effect.map(() => "applied"),
    Effect.catchTags({
      VersionConflict: ({ id }) => Effect.succeed(`VersionConflict ${id}`),
      DuplicateKey: ({ name, value }) => Effect.succeed(`DuplicateKey ${name} ${value}`),
      // Of several accounts that would be overdrawn, any may be named.
      Overdraft: () => Effect.succeed("Overdraft")
    })
  )

const seeds = [1, 2, 3, 4, 5]

export const modelTests = (shows: Shows): void => {
  for (const seed of seeds) {
    shows(
      `answers 80 random commits as the rules say, and holds what they leave (${seed})`,
      Effect.gen(function*() {
        const store = yield* Store
        const random = randomOf(seed)
        const model = new Model()
        for (let step = 0; step < 80; step++) {
          const changes = planned(random, model)
          expect(yield* answerOf(changes)).toBe(model.commit(changes))
        }
        for (const id of ids) {
          const found = yield* store.get("thing", id)
          expect(Option.match(found, { onNone: () => 0, onSome: ({ version }) => version })).toBe(model.version(id))
        }
        for (const value of values) {
          const found = yield* store.find("thing", "key", value)
          expect(Option.getOrUndefined(found)?.id).toBe(model.keys.get(value))
          const rows = yield* wholeList({ kind: "thing", list: "list", value }, 3)
          expect(rows.map(({ record }) => record.id)).toEqual(model.rows.get(value) ?? [])
        }
        const balances = yield* store.balances("")
        expect(new Map(balances.map(({ account, amount }) => [account, amount]))).toEqual(model.balances)
      })
    )
  }
}
