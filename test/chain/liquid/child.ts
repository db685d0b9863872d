// A process of its own that delivers on Liquid, to be killed at any step: what it does comes as an argument. It says each answer on a line.
import { deliverAll } from "../delivering-child.ts"
import { openFrom } from "./adapter-of.ts"

await deliverAll((settings) => openFrom(settings))
