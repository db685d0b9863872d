// The adapter of Efí keeps every promise of PixRail before a bank that keeps what it was asked.
import { describe } from "vitest"
import { pixRailSuite } from "../../../adapters/conformance/index.ts"
import { conforms, notShown } from "../../conformance/conforms.ts"
import { openEfi } from "./bench.ts"

describe("the rail of Efí §efi-rail", () => {
  conforms("efi", pixRailSuite, openEfi(), [
    ...notShown(
      "the interface has no return that stays open until the bank is told",
      /^a return that was accepted and is not settled/,
      /^an open return that is refused later/
    )
  ])
})
