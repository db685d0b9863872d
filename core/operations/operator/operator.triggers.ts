// What happens to an operator, each with what it means.

export const operatorTriggers = {
  accepted: "the operator has accepted the invitation, with a password and a second factor",
  signedIn: "the operator has signed in, or proved himself to change the password",
  invitedAgain: "an owner has made a new invitation",
  roleChanged: "an owner has changed the role",
  disabled: "an owner has closed the operator's access"
} as const
