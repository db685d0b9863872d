// A mint as it is stored: what is wrong with it for a token of the settings, by each thing that it may say.
import { expect, it } from "vitest"
import type { Account } from "../../../../adapters/solana/answers.ts"
import { mintProblem } from "../../../../adapters/solana/mint.ts"
import { programs, systemProgram } from "../../../../adapters/solana/programs.ts"
import type { IssuerPower } from "../../../../adapters/solana/settings.ts"
import { mint } from "./chain.ts"

const program = programs["token-2022"]
const [defaultAccountState, permanentDelegate, pausable, transferFee] = [6, 12, 26, 1]

interface Parts {
  readonly decimals: number
  readonly isInitialized: number
  readonly kind: number
  readonly length: number
  readonly owner: string
}

const stored = (
  extensions: ReadonlyArray<readonly [type: number, ...bytes: ReadonlyArray<number>]> = [],
  { decimals = 6, isInitialized = 1, kind = 1, length = 0, owner = program }: Partial<Parts> = {}
): Account => {
  const base = new Uint8Array(82)
  base[44] = decimals
  base[45] = isInitialized
  const more = extensions.flatMap(([type, ...bytes]) => [type, 0, bytes.length, 0, ...bytes])
  const data = extensions.length === 0 ? base : new Uint8Array([...base, ...new Uint8Array(83), kind, ...more])
  return { owner, lamports: 1n, data: length === 0 ? data : data.subarray(0, length), isExecutable: false }
}

const paused = (state: number) => [pausable, ...new Uint8Array(32), state] as const

it.each<[string, Account | undefined, string | undefined, ReadonlyArray<IssuerPower>?]>([
  ["is right", stored(), undefined],
  ["is not there", undefined, "wrong"],
  ["is another program's", stored([], { owner: systemProgram }), "wrong"],
  ["is too short", stored([], { length: 81 }), "wrong"],
  ["is not made yet", stored([], { isInitialized: 0 }), "wrong"],
  ["has other decimals", stored([], { decimals: 9 }), "wrong"],
  ["is a token account", stored([[3, 0]], { kind: 2 }), "wrong"],
  ["has an extension that changes nothing", stored([[3, 0]]), undefined],
  ["has an extension that nobody knows", stored([[99, 0]]), "wrong"],
  ["takes a fee", stored([[transferFee, 0]]), "wrong", ["permanentDelegate", "pausable"]],
  ["takes a fee beside what changes nothing", stored([[3, 0], [transferFee, 0]]), "wrong"],
  ["has an extension that is cut off", stored([[3, 0]], { length: 170 }), "wrong"],
  ["has a delegate that is not accepted", stored([[permanentDelegate, 0]]), "wrong", ["pausable"]],
  ["has a delegate that is accepted", stored([[permanentDelegate, 0]]), undefined, ["permanentDelegate"]],
  ["makes accounts that are frozen", stored([[defaultAccountState, 2]]), "paused"],
  ["makes accounts that are not frozen", stored([[defaultAccountState, 1]]), undefined],
  ["says 2 of something else", stored([[3, 2]]), undefined],
  ["is paused", stored([paused(1)]), "paused", ["pausable"]],
  ["is not paused", stored([paused(0)]), undefined, ["pausable"]],
  ["has the byte of a pause in something else", stored([[3, ...paused(1).slice(1)]]), undefined]
])("a mint %s", (_, account, problem, accepts = []) => {
  const found = mintProblem({ asset: "USDC", mint, program: "token-2022", accepts }, account)
  expect(found && (found.isPaused ? "paused" : "wrong")).toBe(problem)
})
