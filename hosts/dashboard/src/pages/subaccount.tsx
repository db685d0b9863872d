// One subaccount with its KYC, its wallets and its attempts.
import { useAnswer } from "../api/use-answer.ts"
import type { Answer } from "../api/wire.ts"
import { linkTo } from "../app/router.ts"
import { useWords } from "../i18n/language.tsx"
import { Facts } from "../parts/facts.tsx"
import { Show } from "../parts/loaded.tsx"
import { PageHead, Panel } from "../parts/panel.tsx"
import { Id, Nothing, When } from "../parts/shown.tsx"
import { Status } from "../parts/status.tsx"
import { Table } from "../parts/table.tsx"
import { AttemptTable } from "./attempt-table.tsx"

export const SubaccountPage = ({ id }: { readonly id: string }) => {
  const { columns } = useWords()
  const loaded = useAnswer(
    "readSubaccount",
    { params: { subAccountId: id } },
    (change) => change.id === id || change.kind === "kycAttempt" || change.kind === "wallet"
  )
  return (
    <>
      <PageHead
        title={loaded.answer?.name ?? columns.subaccount}
        beside={loaded.answer === undefined ? undefined : <Status status={loaded.answer.kyc.status} />}
      />
      <Show of={loaded}>{(subaccount) => <Shown subaccount={subaccount} />}</Show>
    </>
  )
}

const Shown = ({ subaccount }: { readonly subaccount: Answer<"readSubaccount"> }) => {
  const { columns, nav, work: { subaccounts: words } } = useWords()
  const { accountId, kyc, subAccountId } = subaccount
  const own = { accountId, subAccountId }
  return (
    <div class="stack">
      <div class="columns">
        <Panel title={columns.subaccount}>
          <Facts
            of={[
              [columns.id, <code key="id" class="break">{subAccountId}</code>],
              [columns.account, <Id key="a" id={accountId} to={["accounts", accountId]} />],
              [columns.email, subaccount.email ?? <Nothing key="e" />],
              [columns.type, words[subaccount.accountType]],
              [words.owner, words[subaccount.owner]],
              [columns.created, <When key="c" at={subaccount.createdAt} />]
            ]}
          />
        </Panel>
        <Panel title={words.kyc}>
          <Facts
            of={[
              [columns.status, <Status key="s" status={kyc.status} />],
              [words.level, kyc.level],
              [words.approvedAt, <When key="a" at={kyc.approvedAt} />]
            ]}
          />
          <ul class="link-row">
            <li>
              <a href={linkTo(["deposits"], own)}>{nav.deposits}</a>
            </li>
            <li>
              <a href={linkTo(["payouts"], own)}>{nav.payouts}</a>
            </li>
            <li>
              <a href={linkTo(["transfers"], own)}>{nav.transfers}</a>
            </li>
            <li>
              <a href={linkTo(["statement"], own)}>{words.statement}</a>
            </li>
          </ul>
        </Panel>
      </div>
      <Panel title={words.wallets} flush>
        <Table
          caption={words.wallets}
          rows={subaccount.wallets}
          keyOf={({ walletId }) => walletId}
          empty={words.noWallets}
          columns={[
            { head: columns.id, cell: ({ walletId }) => <Id id={walletId} to={["records", walletId]} /> },
            { head: columns.network, cell: ({ networks }) => networks.join(", ") },
            { head: columns.created, cell: ({ createdAt }) => <When at={createdAt} />, look: "fit" }
          ]}
        />
      </Panel>
      <Panel title={words.attempts} flush>
        <AttemptTable attempts={subaccount.attempts} empty={words.noAttempts} />
      </Panel>
    </div>
  )
}
