// Entries that are not booked, as people read them before they agree to them.
import { type Entry, signed } from "./journal.ts"

/** Entries with their postings in smallest units, debit positive. */
export const entryViews = (entries: ReadonlyArray<Entry>) =>
  entries.map((entry) => ({
    template: entry.template,
    postings: entry.postings.map((posting) => ({
      account: posting.account as string,
      asset: posting.asset as string,
      amount: signed(posting).toString()
    }))
  }))
