// Events of the provider's protocol in which one thing is named: what a tenant with an API key may say of it.

type Data = Readonly<Record<string, unknown>>

interface Shape {
  readonly subscription: string
  readonly data: (id: string) => Data
}

const ticket = (id: string, parts: Data = {}) => ({ type: "DEPOSIT-SUCCESS", ticket: { id, ...parts } })

const shapes = (paidTrackId: string): Readonly<Record<string, Shape>> => ({
  "event.id": { subscription: "TICKET", data: () => ticket(paidTrackId) },
  "event.data.ticket.id": { subscription: "TICKET", data: (id) => ticket(id) },
  "event.data.ticket.endToEndId": {
    subscription: "TICKET",
    data: (endToEndId) => ticket(paidTrackId, { endToEndId })
  },
  "event.data.payment.id": { subscription: "PIX-OUT", data: (id) => ({ type: "PAYOUT-FAILED", payment: { id } }) },
  "event.data.attempt.id": { subscription: "KYC", data: (id) => ({ type: "APPROVED", attempt: { id } }) },
  "event.data.endToEndId": {
    subscription: "PIX-RETURN",
    data: (endToEndId) => ({
      type: "RETURN-CONFIRMED",
      endToEndId,
      returnId: `D${endToEndId.slice(1)}`,
      value: 100
    })
  },
  "event.data.paymentHash": {
    subscription: "LIGHTNING",
    data: (paymentHash) => ({ type: "INVOICE-PAID", paymentHash })
  }
})

/** An event that names something in one field; whatever else it needs is the sender's own. */
export const eventNaming = (field: string, id: string, paidTrackId: string): object => {
  const shape = shapes(paidTrackId)[field]
  if (shape === undefined) throw new Error(`no event has ${field}`)
  const { data, subscription } = shape
  return { event: { id: field === "event.id" ? id : `event-about-${id}`, subscription, data: data(id) } }
}
