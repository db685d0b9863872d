// The variables as editors show them: each says what counts without it.
import { expect, it } from "vitest"
import { renderVariables } from "../../../../hosts/http/pages/docs/print-variables.ts"

it("gives each variable its default, also where one is that of several", () => {
  const lines = renderVariables().split("\n").filter((line) => line.trimStart().startsWith("/** "))
  const defaults = lines.flatMap((line) => /Default: (.*)\. \*\/$/.exec(line)?.[1] ?? [])
  expect(defaults.length).toBeGreaterThan(40)
  expect(defaults).not.toContain("")
})
