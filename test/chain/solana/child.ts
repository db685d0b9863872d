// A process of its own that delivers on Solana, to be killed at any moment: settings, a data store and orders come as arguments. It says
// each answer on a line.
import { deliverAll } from "../delivering-child.ts"
import { openFrom } from "./adapter-of.ts"

await deliverAll((settings) => openFrom(settings).chain)
