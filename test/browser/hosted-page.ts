// What tests of the hosted forms type and hand in, and what every hosted page has to hold.
import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { axe } from "../support/browser.ts"

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)
export const picture = { name: "documento.png", mimeType: "image/png", buffer: png }

export const address = { zipCode: "01310-100", streetAddress: "Av. Paulista, 1000", city: "São Paulo", state: "sp" }

export const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await page.fill(`#f-${name}`, value)
}

/** The button that ends a step. */
export const nextOf = (page: Page, step: number): Locator =>
  page.locator(`form[data-step="${step}"] button:not([type])`)

export const small = { width: 320, height: 640 }

/** As wide as the screen: nothing has to be scrolled sideways. */
export const fits = async (page: Page): Promise<void> => {
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
}

/** Nothing serious for who cannot see it, and nothing to scroll sideways. */
export const looked = async (page: Page): Promise<void> => {
  await axe(page)
  await fits(page)
}
