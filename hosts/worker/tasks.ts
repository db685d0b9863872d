// Which use case each task runs. The worker holds no rule: a task name from a commit leads to the verb of that name.
import type { Effect } from "effect"
import { deliverDeposit } from "../../core/deposit/deliver-deposit.ts"
import { lapseDeposit } from "../../core/deposit/lapse-deposit.ts"
import { returnSurplus } from "../../core/deposit/return-surplus.ts"
import { applyProviderMessage } from "../../core/inbox/apply-provider-message.ts"
import type { Chain } from "../../core/ports/chain.ts"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import type { Ids } from "../../core/ports/ids.ts"
import type { ClaimedJob, JobVerdict } from "../../core/ports/job-queue.ts"
import type { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import type { Notifier } from "../../core/ports/notifier.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { ProviderInbox } from "../../core/ports/provider-inbox.ts"
import type { Secrets } from "../../core/ports/secrets.ts"
import type { Store } from "../../core/ports/store.ts"
import { deliverWebhook } from "../../core/webhook/deliver-webhook.ts"
import { fanOutEvent } from "../../core/webhook/fan-out-event.ts"

/** What the steps of the worker need. */
export type TaskServices =
  | Store
  | Chain
  | PixRail
  | LightningNode
  | KycProvider
  | FxRates
  | Ids
  | Notifier
  | ProviderInbox
  | Secrets

type Task = (job: ClaimedJob) => Effect.Effect<JobVerdict, unknown, TaskServices>

export const tasks: Readonly<Record<string, Task>> = {
  "deliver-deposit": deliverDeposit,
  "lapse-deposit": lapseDeposit,
  "return-surplus": returnSurplus,
  "fan-out-event": fanOutEvent,
  "deliver-webhook": deliverWebhook,
  "apply-provider-message": applyProviderMessage
}
