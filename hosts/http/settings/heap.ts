// How much memory the service may leave to its garbage. At 32 connections of creates, new objects in 8 MiB instead of 16, and
// a heap that at most doubles between two full collections instead of quadrupling, bring its peak from 280 MiB to 170 and
// cost up to 8 % more CPU per request. There is no hard limit, so a large heap never ends the process (0162).
import { setFlagsFromString } from "node:v8"

/** For the command line of `node`, before the script. */
export const heapFlags = ["--max-semi-space-size=8"] as const

/** To be called once the service is ready: a heap that grows slowly from the first line on costs 50 ms of its start. */
export const slowHeapGrowth = (): void => setFlagsFromString("--heap-growing-percent=100")
