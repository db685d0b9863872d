// What operators may do: support reads, an operator also acts, an owner also manages operators, accounts, keys and secrets.
import { Schema } from "effect"

export const OperatorRole = Schema.Literals(["support", "operator", "owner"])
export type OperatorRole = typeof OperatorRole.Type

/** Whether a role is enough where at least another one is needed. */
export const isEnough = (role: OperatorRole, least: OperatorRole): boolean =>
  OperatorRole.literals.indexOf(role) >= OperatorRole.literals.indexOf(least)
