// `pontepay reviews`: what needs a person, and how it was resolved.
import { Argument, Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { fieldOf, textOf } from "../api.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { table } from "../print.ts"
import { pagesOf } from "./accounts.ts"

type Shown = "open" | "solved" | "closed"

const list = Command.make(
  "list",
  {
    state: Flag.Literals("state", ["open", "solved", "closed"]).pipe(
      Flag.withDescription("open: needs a person; solved: answered by an event; closed: by an operator"),
      Flag.withDefault("open")
    )
  },
  act<{ readonly state: Shown }>(async ({ state }, { api, show, world }) => {
    const reviews = await pagesOf(api, operatorRoutes.listReviews, "reviews", {}, { state: state.toUpperCase() })
    show({ reviews }, () =>
      table(reviews, [
        { title: "REVIEW", of: (row) => fieldOf(row, "reviewId") },
        { title: "REASON", of: (row) => fieldOf(row, "reason"), canShrink: true },
        { title: "EVIDENCE", of: (row) => fieldOf(row, "evidence"), canShrink: true },
        { title: "TIMES", of: (row) => fieldOf(row, "times") },
        { title: "OPENED", of: (row) => fieldOf(row, "openedAt"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List what needs a person, the newest first."),
  Command.withAlias("ls"),
  Command.withExamples([
    { command: "pontepay reviews list", description: "What is open" },
    { command: "pontepay reviews list --state closed", description: "What operators have closed" }
  ])
)

const close = Command.make(
  "close",
  {
    reviewId: Argument.String("reviewId").pipe(Argument.withDescription("As reviews list shows it")),
    note: Flag.String("note").pipe(Flag.withDescription("How it was resolved; kept in the audit log"))
  },
  act<{ readonly reviewId: string; readonly note: string }>(async ({ note, reviewId }, { api, show }) => {
    const review = await api.data(operatorRoutes.closeReview, { params: { reviewId }, body: { note } })
    show(review, () => `${textOf(review, "reviewId")} is closed. If it happens again, it opens again.\n`)
  })
).pipe(
  Command.withDescription("Close a review with a note. No money moves."),
  Command.withExamples([{
    command: "pontepay reviews close dep_0123/returnNotReported --note \"The bank returned it on paper\"",
    description: "Say how it was resolved"
  }])
)

export const reviews = Command.make("reviews").pipe(
  Command.withDescription("What needs a person: list and close it. For operators."),
  Command.withShortDescription("What needs a person"),
  Command.withSubcommands([list, close]),
  Command.withExamples([{ command: "pontepay reviews list", description: "What is open" }])
)
