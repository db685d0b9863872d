// The keys that seal the secrets of an environment.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "secrets-per-environment",
    text: "what one environment seals, digests or proves opens and holds in no other, under the same secrets key",
    source: "0202"
  },
  { id: "secrets-rotation", text: "the secrets key is changed while processes with either key work", source: "0203" },
  {
    id: "secrets-resealing",
    text: "what an older key sealed is sealed again, in steps, each record whole or not at all",
    source: "0203"
  },
  {
    id: "secrets-remove",
    text: "an older key is removed once nothing is sealed under it, and not before",
    source: "0203"
  },
  {
    id: "secrets-canaries",
    text: "no PIN, seed, key or token is in the heap after its request, in logs, databases or backups",
    source: "0205"
  },
  {
    id: "secrets-rotation-load",
    text: "a rotation of two processes under load fails no request, webhook or command",
    source: "0203"
  }
]
