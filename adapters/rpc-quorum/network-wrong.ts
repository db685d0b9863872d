// What is configured for a network is not what is there: a node is of another network, or a token or program is another one.
import { Data } from "effect"

/** Nothing is sent until somebody corrects it; `problem` says what is wrong and quotes nothing that a node answered. */
export class NetworkWrong extends Data.TaggedError("NetworkWrong")<{ readonly problem: string }> {}
