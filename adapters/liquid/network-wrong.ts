// Nodes that are of another network than the settings say: nothing is sent.
import { Data } from "effect"

export class NetworkWrong extends Data.TaggedError("NetworkWrong")<{ readonly problem: string }> {}
