// The ids that the sandbox gives to a PIX and to its return: of the minute of what they are for, and always the same.
import { expect, it } from "vitest"
import { uuidMaker } from "../../../adapters/node/ids.ts"
import { endToEndIdOf, returnIdOf, trackIdOf } from "../../../adapters/sandbox/foreign-ids.ts"

const at = Date.parse("2026-11-21T23:59:30Z")
const uuid = uuidMaker((characters) => "0".repeat(characters))(at)

it("a PIX and its return are of the minute in which their payment or charge was made", () => {
  expect(endToEndIdOf(`pay_${uuid}`)).toMatch(/^E99999999202611212359[0-9A-Z]{11}$/)
  expect(endToEndIdOf(trackIdOf(`dep_${uuid}`))).toMatch(/^E99999999202611212359[0-9A-Z]{11}$/)
  expect(returnIdOf(`pay_${uuid}`)).toMatch(/^D99999999202611212359[0-9A-Z]{11}$/)
  expect(returnIdOf(`surplus/${endToEndIdOf(`pay_${uuid}`)}`)).toMatch(/^D99999999202611212359[0-9A-Z]{11}$/)
})

it("the same question has the same answer, and another has another", () => {
  expect(endToEndIdOf(`pay_${uuid}`)).toBe(endToEndIdOf(`pay_${uuid}`))
  expect(endToEndIdOf("tkt_1")).toMatch(/^E99999999202601010000[0-9A-Z]{11}$/)
  expect(endToEndIdOf("tkt_1")).not.toBe(endToEndIdOf("tkt_2"))
})
