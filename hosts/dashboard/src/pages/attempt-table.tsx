// KYC and KYB attempts and proofs as rows.
import type { Answer } from "../api/wire.ts"
import { useWords } from "../i18n/language.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"

type Attempt = Answer<"listKycAttempts">["attempts"][number]

export const AttemptTable = ({ attempts, empty }: {
  readonly attempts: ReadonlyArray<Attempt>
  readonly empty: string
}) => {
  const { columns, said, work: { kyc: words } } = useWords()
  return (
    <Table
      caption={words.title}
      rows={attempts}
      keyOf={({ attemptId }) => attemptId}
      empty={empty}
      columns={[
        { head: words.attempt, cell: ({ attemptId }) => <Id id={attemptId} to={["records", attemptId]} /> },
        { head: columns.status, cell: ({ state }) => <Status status={state} kind="kycAttempt" />, look: "fit" },
        { head: columns.kind, cell: ({ kind }) => kind === null ? <Nothing /> : words.kinds[kind] },
        {
          head: words.source,
          cell: ({ source }) => source === null ? <Nothing /> : words.sources[source],
          look: "fit"
        },
        {
          head: columns.subaccount,
          cell: ({ subAccountId }) => <Id id={subAccountId} to={["subaccounts", subAccountId]} />
        },
        {
          head: words.reason,
          cell: ({ rejectionCode, rejectionLabels, rejectionReason }) =>
            rejectionReason === null ? <Nothing /> : (
              <>
                {said.rejection(rejectionCode, rejectionReason)}
                <div class="small muted">{rejectionLabels.join(", ")}</div>
              </>
            )
        },
        { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
      ]}
    />
  )
}
