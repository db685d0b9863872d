// The pages that are printed from tables of the core, each by its path from the root and what it must hold.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { renderErrors } from "../../core/base/errors/render.ts"
import { renderEvents } from "../../core/webhooks/webhook/render.ts"
import { renderLedger } from "../../core/engine/ledger/render.ts"
import { renderLimits } from "../../core/base/limits/render.ts"
import { renderMarkdown } from "../../core/engine/machine/render.ts"
import { llmsText } from "../../hosts/http/pages/docs/llms.ts"
import { renderDashboardEndpoints } from "../../hosts/http/pages/docs/print-dashboard-endpoints.ts"
import { renderClientTypes } from "../../hosts/http/pages/docs/print-client-types.ts"
import { renderErrorClasses } from "../../hosts/http/pages/docs/print-error-classes.ts"
import { renderEventBodies } from "../../hosts/http/pages/docs/print-events.ts"
import { renderPersonalData } from "../../hosts/http/pages/docs/print-personal-data.ts"
import { otherKinds, personalKinds } from "./record-kinds.ts"
import { renderVariables } from "../../hosts/http/pages/docs/print-variables.ts"
import { renderOperatorRoutes, renderRoutes } from "../../hosts/http/pages/docs/print-routes.ts"
import { renderReference } from "../../hosts/http/pages/docs/print-reference.ts"
import { statusOf } from "../../hosts/http/api/request/envelope.ts"
import { providers } from "../../hosts/http/environments/providers/index.ts"
import { renderProviderVariables } from "../../hosts/http/environments/providers/print.ts"
import { renderSecurity } from "../asvs/render.ts"
import { renderCoverage } from "../coverage/render.ts"
import { readKnown } from "../mutants/known.ts"
import { renderSurvivors } from "../mutants/render.ts"
import { lifecycles } from "./lifecycles.ts"
import { renderUseCaseErrors } from "./use-case-errors.ts"

const root = join(import.meta.dirname, "../..")

const ledger = join(root, "core/engine/ledger")
const templates = readdirSync(ledger).filter((name) => name.endsWith("templates.ts")).map((name) =>
  readFileSync(join(ledger, name), "utf8")
).join("\n")

/** The business fact of a template of the ledger: what its own comment says. */
const factOf = (template: string): string => {
  const [, fact] = new RegExp(`/\\*\\* (.+) \\*/\nexport const ${template} =`).exec(templates) ?? []
  if (fact === undefined) throw new Error(`${template} has no comment of one line`)
  return fact
}

/** Every printed page. */
export const pages: Readonly<Record<string, () => string>> = {
  "hosts/docs/provider-variables.md": () => renderProviderVariables(providers),
  ...Object.fromEntries(
    lifecycles.map(({ machine, owed, path }) => [`${path}.md`, () => renderMarkdown(machine, owed)])
  ),
  "hosts/docs/personal-data.md": () =>
    renderPersonalData(new Map([...personalKinds].map(([kind, { personal }]) => [kind, personal])), otherKinds),
  "hosts/docs/security.md": renderSecurity,
  "core/base/errors/errors.md": () => renderErrors(statusOf),
  "core/base/errors/use-cases.md": renderUseCaseErrors,
  "core/webhooks/event/events.md": renderEvents,
  "core/engine/ledger/ledger.md": () => renderLedger(factOf),
  "core/base/limits/limits.md": renderLimits,
  "hosts/cli/operator-routes.ts": renderOperatorRoutes,
  "hosts/client/api-types.ts": renderClientTypes,
  "hosts/client/error-classes.ts": renderErrorClasses,
  "hosts/client/routes.ts": renderRoutes,
  "hosts/dashboard/src/api/endpoints.ts": renderDashboardEndpoints,
  "hosts/docs/events.md": () => renderEventBodies(renderEvents()),
  "hosts/http/settings/variables.ts": renderVariables,
  "hosts/docs/llms.txt": llmsText,
  "hosts/docs/reference.md": renderReference,
  "test/coverage/coverage.md": renderCoverage,
  "test/mutants/survivors.md": () => renderSurvivors(readKnown())
}

/** Where a page is kept. */
export const placeOf = (path: string): string => join(root, path)

/** A page as it is kept. */
export const kept = (path: string): string => readFileSync(placeOf(path), "utf8")
