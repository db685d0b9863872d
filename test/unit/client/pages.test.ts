// Lists over their pages.
import { expect, it } from "vitest"
import { rows } from "../../../hosts/client/pages.ts"

interface Page {
  readonly items: ReadonlyArray<number>
  readonly next: string | null
}

const book: Readonly<Record<string, Page>> = {
  "": { items: [1, 2], next: "b" },
  b: { items: [], next: "c" },
  c: { items: [3], next: null }
}

const reading = (asked: Array<string>) => ({
  read: (cursor: string | undefined): Promise<Page> => {
    asked.push(cursor ?? "")
    const page = book[cursor ?? ""]
    return page === undefined ? Promise.reject(new Error("no such page")) : Promise.resolve(page)
  },
  rowsOf: (page: Page) => page.items,
  after: (page: Page) => page.next
})

const all = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

it("gives the rows of all pages, an empty one among them §client-cursors", async () => {
  const asked: Array<string> = []
  expect(await all(rows(reading(asked), undefined))).toEqual([1, 2, 3])
  expect(asked).toEqual(["", "b", "c"])
})

it("begins at a cursor §client-cursors", async () => {
  expect(await all(rows(reading([]), "b"))).toEqual([3])
})

it("gives the pages as they are §client-cursors", async () => {
  expect(await all(rows(reading([]), undefined).pages())).toEqual([book[""], book["b"], book["c"]])
})

it("reads no page before it is needed, and none after its reader left §client-cursors", async () => {
  const asked: Array<string> = []
  const list = rows(reading(asked), undefined)
  expect(asked).toEqual([])
  for await (const row of list) if (row === 2) break
  expect(asked).toEqual([""])
})

it("can be gone over again, from its beginning", async () => {
  const list = rows(reading([]), undefined)
  expect(await all(list)).toEqual(await all(list))
})

it("ends with the error of a page §client-cursors", async () => {
  await expect(all(rows(reading([]), "lost"))).rejects.toThrow("no such page")
})
