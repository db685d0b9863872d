// The interface for operators, and for key owners as far as their own account goes: `/admin`, what the dashboard needs beside
// it, and the panel of the sandbox. Described apart from the public interface. The Host header names the environment.
import type { Schema } from "effect"
import type { OperatorRole } from "../../../../core/operations/operator/role.ts"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { adminAccounts } from "./admin-account.ts"
import { adminApprovals } from "./admin-approvals.ts"
import { adminBooks } from "./admin-books.ts"
import { adminJobs } from "./admin-job.ts"
import { adminMovements } from "./admin-movements.ts"
import { adminOperators } from "./admin-operators.ts"
import { adminPeople } from "./admin-people.ts"
import { adminRefunds } from "./admin-refunds.ts"
import { OperatorRequired, OwnerOrOperator } from "./admin-schemas.ts"
import { adminSecrets } from "./admin-secrets.ts"
import { adminWebhooks } from "./admin-webhook.ts"
import { adminSweeps } from "./admin-sweeps.ts"
import { dashboard } from "./dashboard.ts"
import { leastRoleOf } from "./needs.ts"
import { sandboxPanel } from "./sandbox.ts"
import { signInGroup } from "./sign-in.ts"

export const managementApi = HttpApi.make("pontepay-operator").add(
  adminAccounts,
  adminWebhooks,
  adminJobs,
  adminBooks,
  adminRefunds,
  adminMovements,
  adminSweeps,
  adminSecrets,
  adminPeople,
  adminApprovals,
  adminOperators,
  dashboard,
  signInGroup,
  sandboxPanel
).annotateMerge(OpenApi.annotations({
  title: "Pontepay for its operator",
  version: "1.0.0",
  description:
    "Needs a service token, or the operator's token; the dashboard needs the cookie of a session in their place. Each endpoint "
    + "is open from a role on (support, operator, owner), and 403 below it. Where an endpoint says so, an API key sees and changes what belongs to its own account. "
    + "Nothing here takes an Idempotency-Key: answers that show a key or a secret are not kept.",
  license: { name: "MIT", identifier: "MIT" },
  servers: [{ url: "/", description: "The host that serves this document" }]
}))

/** Any endpoint of management. */
type Endpoint = HttpApiGroup.Endpoints<(typeof managementApi)["groups"][keyof (typeof managementApi)["groups"]]>

/** The name of an endpoint. */
export type EndpointName = Endpoint["identifier"]

type Named<N extends EndpointName> = Extract<Endpoint, { readonly identifier: N }>

type Plain<S> = S extends { readonly Type: infer A } ? [A] extends [never] ? undefined : A : undefined

/** The ids in the path of an endpoint. */
export type ParamsOf<N extends EndpointName> = Plain<Named<N>["~Params"]>

/** The query of an endpoint. */
export type QueryOf<N extends EndpointName> = Plain<Named<N>["~Query"]>

/** The body of an endpoint; undefined where it takes none. */
export type BodyOf<N extends EndpointName> = Plain<Named<N>["~Payload"]>

/** What an endpoint answers under `data`; text for a file or a stream. */
export type AnswerOf<N extends EndpointName> = Named<N>["~Success"] extends Schema.Schema<infer A>
  ? A extends { readonly data: infer Data } ? Data : A
  : never

/** What whoever serves or prints an endpoint reads of it. */
export interface Listed {
  readonly identifier: EndpointName
  readonly method: string
  readonly path: `/${string}`
  /** Whether key owners may use it too. */
  readonly isForOwners: boolean
  /** Whether it needs no credential. */
  readonly isOpen: boolean
  /** The least role of an operator. */
  readonly leastRole: OperatorRole
  /** Whether it is for operators who are signed in, and for no token. */
  readonly isForPersons: boolean
  /** Whether it is there in the sandbox alone. */
  readonly isSandboxOnly: boolean
}

const isGuardedBy = ({ middlewares }: Endpoint, guard: string): boolean =>
  [...middlewares].some(({ key }) => key === guard)

const isOpen = (endpoint: Endpoint): boolean =>
  !isGuardedBy(endpoint, OwnerOrOperator.key) && !isGuardedBy(endpoint, OperatorRequired.key)

/** Every endpoint of management. */
export const managementEndpoints: ReadonlyArray<Listed> = Object.values(managementApi.groups).flatMap((group) =>
  Object.values(group.endpoints as Readonly<Record<string, Endpoint>>).map((endpoint) => ({
    identifier: endpoint.identifier,
    method: endpoint.method,
    path: endpoint.path as `/${string}`,
    isForOwners: isGuardedBy(endpoint, OwnerOrOperator.key),
    isOpen: isOpen(endpoint),
    leastRole: leastRoleOf(endpoint),
    isForPersons: group.identifier === signInGroup.identifier && !isOpen(endpoint),
    isSandboxOnly: group.identifier === sandboxPanel.identifier
  }))
)
