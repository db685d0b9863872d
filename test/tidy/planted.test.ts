// Every bug that tests plant still has its places in the code: a list that went out of date would be seen by the long check alone.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { plantable, planted } from "../simulate/planted.ts"

const read = (file: string): string => readFileSync(join(import.meta.dirname, "../..", file), "utf8")

it.each(plantable)("%s can be planted", (name) => {
  expect([...planted(name, read)].filter(([file, source]) => source === read(file))).toEqual([])
})

it("no two have one name", () => {
  expect(plantable.length).toBe(new Set(plantable).size)
})
