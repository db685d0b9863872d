// Ids at the bank: golden, because what was asked under one id before must be found under it for ever.
import { expect, it } from "vitest"
import * as fc from "fast-check"
import { devolucaoIdOf, txidOf } from "../../../adapters/bcb/ids.ts"
import { idEnvioOf, paymentIdOf } from "../../../adapters/efi/ids.ts"

const digits = "0197a3b2c4d57e6f8a9b0c1d2e3f4a5b"

it("ids are the same for ever §bank-ids", () => {
  expect({
    charge: txidOf(`dep_${digits}`),
    foreignCharge: txidOf("charge-1"),
    payout: idEnvioOf(`pay_${digits}`),
    invoice: idEnvioOf(`inv_${digits}`),
    foreignPayment: idEnvioOf("payment-1"),
    surplus: devolucaoIdOf("surplus/E12345678202611241200abcdefghijk"),
    deposit: devolucaoIdOf(`return/dep_${digits}`),
    again: devolucaoIdOf(`return/dep_${digits}/2`)
  }).toMatchInlineSnapshot(`
    {
      "again": "5qzwa8or79p6j98c9nl1b4lrp7iigy9mk9n",
      "charge": "0197a3b2c4d57e6f8a9b0c1d2e3f4a5b",
      "deposit": "0x4cciwol5scyd9mp6udjx4itb0yviotdai",
      "foreignCharge": "5w498wc8now911cwdvxnn4zoyj0yd12fvkl",
      "foreignPayment": "2osrlyvw4elqp3i95yycxj405sbjl2b0vh7",
      "invoice": "inv0197a3b2c4d57e6f8a9b0c1d2e3f4a5b",
      "payout": "pay0197a3b2c4d57e6f8a9b0c1d2e3f4a5b",
      "surplus": "36rtt8ie1bndcwaz9zmctclo5bxm5ou9qwr",
    }
  `)
})

it("ids fit the interface, differ, and those of payments can be read back §bank-ids", () => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, two) => {
    expect(txidOf(one)).toMatch(/^[a-zA-Z0-9]{26,35}$/)
    expect(devolucaoIdOf(one)).toMatch(/^[a-zA-Z0-9]{1,35}$/)
    expect(idEnvioOf(one)).toMatch(/^[a-zA-Z0-9]{1,35}$/)
    if (one !== two) expect([txidOf(one), devolucaoIdOf(one)]).not.toEqual([txidOf(two), devolucaoIdOf(two)])
  }))
  const hex = fc.stringMatching(/^[0-9a-f]{32}$/)
  fc.assert(fc.property(fc.constantFrom("pay", "inv"), hex, (prefix, id) => {
    expect(paymentIdOf(idEnvioOf(`${prefix}_${id}`))).toBe(`${prefix}_${id}`)
  }))
  expect(paymentIdOf("by-hand")).toBeUndefined()
})
