// What addresses may have before anything is known of what they ask.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "strangers",
    text: "no stranger ends the process, fills its memory, keeps it from saying that it lives, or slows others down",
    source: "0250"
  },
  {
    id: "strangers-cost",
    text: "no request without a credential costs more for each byte than a few times what the smallest does",
    source: "0250"
  },
  {
    id: "pipelining",
    text: "one request of a connection at a time, in their order, and few that wait",
    source: "0250"
  },
  {
    id: "connections-waiting",
    text: "where there is no room, the connection is closed that has waited longest for its client",
    source: "0250"
  },
  { id: "connections-known", text: "strangers leave places to connections of known addresses", source: "0250" },
  { id: "connections-proxy", text: "a trusted proxy has no share of one address", source: "0250" },
  { id: "admission-address", text: "an address has a share of the requests being answered, 503 above", source: "0250" },
  {
    id: "admission-known",
    text: "strangers leave places to known addresses, which have larger shares",
    source: "0250"
  },
  { id: "admission-probes", text: "probes have places of their own", source: "0250" },
  { id: "admission-proxy", text: "behind a trusted proxy requests count by client", source: "0250" },
  {
    id: "unread-answers",
    text: "what is not read of answers is bounded by address, and who does not read is cut off",
    source: "0250"
  }
]
