// Many receivers of webhooks that never answer, over real connections: the healthy one hears everything meanwhile (0120).
import { expect, it, onTestFinished } from "vitest"
import { eventually } from "../support/host.ts"
import type { Trouble, TroubledReceiver } from "../support/troubled-receiver.ts"
import { announce, hasHeard, named, openScene } from "./receivers-scene.ts"

it(
  "a healthy receiver hears everything while more others are silent than are waited for at once §delivery-all-endpoints §webhook-slow-receivers",
  async () => {
    const silent: ReadonlyArray<Trouble> = Array.from({ length: 90 }, () => "dead")
    const scene = await openScene({ troubles: [...silent, "none"] })
    onTestFinished(scene.close)
    const dead = scene.receivers.slice(0, -1)
    const well = scene.receivers.at(-1) as TroubledReceiver
    const before = named("before", 4)
    await announce(scene, before, "KYC_APPROVED")
    const triesOf = () => dead.reduce((sum, each) => sum + each.requests(), 0)
    await eventually(() => Promise.resolve(hasHeard(well, before)), Boolean, 45_000)
    // No one can know that they are silent before the first time-out of each.
    await eventually(() => Promise.resolve(dead.every((each) => each.givenUp() > 0)), Boolean, 90_000)
    const after = named("after", 10)
    const [announcedAt, triesBefore] = [performance.now(), triesOf()]
    await announce(scene, after, "KYC_APPROVED")
    await eventually(() => Promise.resolve(hasHeard(well, after)), Boolean, 10_000)
    console.info(
      `90 silent receivers: a healthy one heard ${after.length} events in ${
        Math.round(performance.now() - announcedAt)
      } ms`
    )
    // They are not given up: some are tried all the time.
    await eventually(() => Promise.resolve(triesOf()), (tries) => tries > triesBefore, 30_000)
    for (const each of dead) expect(each.mostOpen()).toBe(1)
  },
  3 * 60_000
)
