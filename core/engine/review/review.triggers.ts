// What happens to a review, each with what it means.

export const reviewTriggers = {
  happened: "what it is about has happened again",
  seen: "whoever looks regularly still finds it",
  answered: "the event that answers it has been booked",
  closed: "an operator has closed it with a note"
} as const
