// The script of the README's pictures still takes them: those that the documents show, as large as they are there, and none
// of them blank. What is on them changes with the pages; that is for whoever looks at them.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { textOf } from "../../hosts/http/pages/docs/files.ts"
import { chromiumPath, closeBrowser, desktop, noChromium, withPage } from "../support/browser.ts"
import { scratch } from "../support/host.ts"
import { takePictures } from "./pictures.ts"

const root = join(import.meta.dirname, "../..")
const committed = join(root, "hosts/docs/images")

afterAll(closeBrowser)

/** The pictures that a page shows, as Markdown or as HTML. */
const shownOn = (page: string): ReadonlyArray<string> =>
  [...textOf(page).matchAll(/(?:src="|\]\()[^)"\s]*images\/([^)"\s/]+)/g)].map(([, name = ""]) => name)

const pages = [
  "README.md",
  ...readdirSync(join(root, "hosts/docs")).filter((name) => name.endsWith(".md")).map((name) => `hosts/docs/${name}`)
]

/** What a browser sees of PNG files: their size, and how many colours their pixels have. */
const seen = (files: ReadonlyArray<string>) => {
  const encoded = files.map((file) => readFileSync(file).toString("base64"))
  return withPage(desktop, "en", (page) =>
    page.evaluate((pictures) =>
      Promise.all(pictures.map(async (picture) => {
        const image = new Image()
        image.src = `data:image/png;base64,${picture}`
        await image.decode()
        const { naturalHeight: height, naturalWidth: width } = image
        const canvas = new OffscreenCanvas(width, height)
        const context = canvas.getContext("2d")
        context?.drawImage(image, 0, 0)
        const pixels = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0))
        return { height, width, colours: new Set(pixels).size }
      })), encoded))
}

it("§readme-pictures-taken takes every picture that the documents show, at its size, and none blank", async (context) => {
  if (chromiumPath === undefined) return context.skip(noChromium)
  const folder = scratch()
  // The fourth day is the first with all that happens in two weeks.
  await takePictures(folder, 4)
  const names = readdirSync(folder).toSorted()
  expect(names).toEqual([...new Set(pages.flatMap(shownOn))].toSorted())
  expect(names).toEqual(readdirSync(committed).toSorted())

  const taken = await seen(names.map((name) => join(folder, name)))
  const shown = await seen(names.map((name) => join(committed, name)))
  expect(taken.map(({ height, width }) => [width, height])).toEqual(shown.map(({ height, width }) => [width, height]))
  // Smooth letters alone have dozens of colours; an empty page has one.
  for (const { colours } of [...taken, ...shown]) expect(colours).toBeGreaterThan(40)
})
