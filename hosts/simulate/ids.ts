// Identifiers of a simulation: made of the piece of work that asks for them, so that leaving out one step changes the ids
// of no other.
import { Context, Effect, Layer } from "effect"
import { type Id, type IdPrefix, shardDigits } from "../../core/base/ids/ids.ts"
import { Ids } from "../../core/engine/store/ids.ts"
import { hexOf } from "./random.ts"
import { CurrentWork } from "./work.ts"

const named = <A>(make: (name: string) => A): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const work = Context.get(fiber.context, CurrentWork)
    return Effect.succeed(make(`${work.label}+${++work.calls}`))
  })

/** The name itself where a step made it, so that people can read it; digits of a hash for any other. */
const textOf = (name: string, digits: string): string => {
  const step = /^s(\d+)#(\d+)\+(\d+)$/.exec(name)
  return step === null ? hexOf(0, name, 14) + digits : `${step[1]?.padStart(6, "0")}x${step[2]}x${step[3]}x${digits}`
}

export const idsLayer: Layer.Layer<Ids> = Layer.succeed(Ids, {
  next: <P extends IdPrefix>(prefix: P, near?: string) =>
    named<Id<P>>((name) =>
      `${prefix}_${textOf(name, near === undefined ? hexOf(0, `shard/${name}`, 2) : shardDigits(near))}`
    ),
  walletId: (near) => named((name) => hexOf(0, `wallet/${name}`, 22) + shardDigits(near)),
  secret: (bytes) => named((name) => hexOf(0, `secret/${name}`, 2 * bytes))
})

/** The step that works under a label; undefined for what no one requested. */
export const stepOfLabel = (label: string): number | undefined => {
  const step = /^s(\d+)#\d+$/.exec(label)
  return step === null ? undefined : Number(step[1])
}

/** The step that an id tells of; undefined for one that was made by no one's request, or of its order. */
export const stepIn = (id: string): number | undefined => {
  const step = /^[a-z]+_(\d{6,})x\d+x\d+x[0-9a-f]{2}$/.exec(id)
  return step === null ? undefined : Number(step[1])
}
