// Where a person goes after the hosted pages: a web address, because pages follow it.
import { Schema } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { text } from "../../base/text/text.ts"

export const RedirectUrl = text(limits.redirectUrl).check(
  Schema.isPattern(/^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/i, { expected: "an http or https address" })
)
