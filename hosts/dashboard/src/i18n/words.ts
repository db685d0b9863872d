// The shape of what the dashboard says: that of the English.
import type { en } from "./en.ts"

export type Words = typeof en
