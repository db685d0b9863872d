// An operator: a person of staff, in one environment. What he signs in with is a password and a second factor; of secrets
// there are digests, and what has to be read again is sealed. An e-mail address is taken by one operator at a time.
import { Schema } from "effect"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { recordKind } from "../../engine/store/records.ts"
import { type OperatorState, operatorStates } from "./operator.states.ts"
import { OperatorRole } from "./role.ts"
import { digestOf } from "./token.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** What an operator signs in with. */
const Credentials = Schema.Struct({
  /** The hash of the password, with its parameters. */
  password: Schema.String,
  /** Unix milliseconds. */
  passwordSetAt: Schema.Int,
  /** The secret of the second factor, sealed for `totpPlace`. */
  totp: Schema.String,
  /** The step of the last code that was taken: it and those before it are taken no more. */
  lastStep: Schema.Int,
  /** Digests of the recovery codes that were not used. */
  recoveryCodes: Schema.Array(Schema.String)
})
export type Credentials = typeof Credentials.Type

const Invitation = Schema.Struct({
  /** SHA-256 of its secret, hex. */
  digest: Schema.String,
  /** Unix milliseconds. */
  expiresAt: Schema.Int,
  /** The secret of the second factor that is set up with it, sealed; absent until it is looked at. */
  totp: Schema.optionalKey(Schema.String)
})

export const Operator = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  name: Schema.String,
  /** As it was typed. */
  email: Schema.String,
  role: OperatorRole,
  state: Schema.Literals(Object.keys(operatorStates.states) as ReadonlyArray<OperatorState>),
  /** Absent unless one is open. */
  invitation: Schema.optionalKey(Invitation),
  /** Absent unless he is active. */
  credentials: Schema.optionalKey(Credentials),
  lastSignInAt: Schema.NullOr(Schema.Int),
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type Operator = typeof Operator.Type

export const Operators = recordKind({
  kind: "operator",
  schema: Operator,
  personal: noPersonalData(
    "staff: name, e-mail address, digests of what they sign in with; their employer's to keep, not a customer's to erase"
  ),
  lists: {
    all: () => "all",
    sealedBy: ({ credentials }: Operator) => sealedBy(credentials?.totp),
    invitationSealedBy: ({ invitation }: Operator) => sealedBy(invitation?.totp)
  }
})

/** Who has an e-mail address. */
const Email = Schema.Struct({ id: Schema.String, owner: Schema.String, operatorId: Schema.String })

export const OperatorEmails = recordKind({
  kind: "operatorEmail",
  schema: Email,
  personal: noPersonalData("a digest of the e-mail address of staff")
})

/** The id of the record that says who has an e-mail address, however it is typed. */
export const emailId = (email: string): string => `email/${digestOf(email.normalize("NFKC").trim().toLowerCase())}`

/** Where the secret of a second factor is sealed for. */
export const totpPlace = (operatorId: string): string => `operator/${operatorId}/totp`
