// What is said to operators about themselves and about each other: invitations, roles, approvals. In English.

/** What operators do about each other, by the names of the audit log. */
export const enOperatorActs = {
  "operator.invite": "Operator invited",
  "operator.inviteAgain": "Operator invited again",
  "operator.accept": "Invitation accepted",
  "operator.signIn": "Signed in",
  "operator.changePassword": "Password changed",
  "operator.changeRole": "Operator's role changed",
  "operator.disable": "Operator disabled",
  "serviceToken.create": "Service token created",
  "serviceToken.revoke": "Service token revoked"
}

export const enOperators = {
  roles: { support: "Support", operator: "Operator", owner: "Owner" },
  invitation: {
    title: "Accept your invitation",
    lead: (name: string, role: string) => `${name}, you are invited with the role ${role}.`,
    factor: "Set up a second factor",
    factorLead: "Scan the code with an authenticator app, or type the secret into it.",
    qr: "QR code for an authenticator app",
    secret: "Secret",
    secretHint: "Time-based, six digits. Keep it to yourself.",
    codeHint: "The six digits that the app shows now.",
    codeWrong: "This is not the code of now. Check that the phone has the right time.",
    password: "Choose a password",
    accept: "Accept",
    gone: "This invitation is no longer valid",
    goneHint: "It was used or replaced, or has expired. Ask an owner for a new one.",
    toDoor: "Go to the sign-in",
    codes: "Your recovery codes",
    codesLead: "Each one works once in place of a code, for when you lose your phone. They are not shown again.",
    kept: "I kept them",
    enter: "Go to the dashboard"
  },
  own: {
    title: "Your account",
    changePassword: "Change password",
    password: "Current password",
    newPassword: "New password",
    newPasswordHint: "12 to 128 characters. Avoid common words and your own name.",
    again: "New password again",
    differ: "The two passwords are not the same",
    refused: "The current password or the code is wrong. After many wrong attempts no code works for a while.",
    changed: "Your password was changed. Every other session has ended.",
    sessions: "Session",
    signOutEverywhere: "Sign out everywhere",
    everywhereBody: "Every session of yours ends, this one too."
  },
  operators: {
    title: "Operators",
    lead: "The people who run this environment.",
    role: "Role",
    roleHints: {
      support: "Reads, and never sees a secret.",
      operator: "Also acts: refunds, releases, retries.",
      owner: "Also manages operators, accounts, keys and secrets."
    },
    you: "(you)",
    lastSignIn: "Last sign-in",
    until: "until",
    expired: "Invitation expired",
    empty: "No operator yet",
    emptyHint: "Invite the first owner. In production the operator token opens nothing once an owner has accepted.",
    invite: "Invite an operator",
    inviteNow: "Invite",
    inviteAgain: "Invite again",
    changeRole: "Change role",
    roleChanged: "The role was changed",
    disable: "Disable",
    disabled: "The operator was disabled",
    link: "Invitation link",
    linkHint: "Send it in a way that only the invited person can read. It works once, and is not shown again.",
    closeAnyway: "The link is not shown again. Press Escape once more to close.",
    again: {
      title: (name: string) => `Invite ${name} again?`,
      body: "The invitation before this one stops working.",
      bodyActive:
        "Password, second factor and recovery codes are erased and every session ends. Do this for a lost phone or a password that became known."
    },
    disableAsk: {
      title: (name: string) => `Disable ${name}?`,
      body: "Every session and invitation ends. What was done keeps its name. This cannot be undone."
    }
  },
  tokens: {
    title: "Service tokens",
    lead: "For automation, as a bearer token. It never approves what waits for a second person.",
    create: "Create a token",
    days: "Days until it expires",
    expires: "Expires",
    createdBy: "Created by",
    empty: "No service token yet",
    newToken: "Your new token",
    once: "Copy it now: it is not shown again.",
    closeAnyway: "The token is not shown again. Press Escape once more to close.",
    revokeTitle: (name: string) => `Revoke the token ${name}?`,
    revokeBody: "It opens nothing from now on. This cannot be undone.",
    revoked: "The token was revoked"
  },
  approvals: {
    title: "Approvals",
    lead: "Refunds, releases and resolutions above the amount of this environment wait for a second person.",
    empty: "Nothing waits for a second person",
    emptyHint: "Whatever does appears here, and stays after it was decided.",
    askedBy: "Requested by",
    decidedBy: "decided by",
    approvedBy: "approved by",
    takeBack: "Take back",
    waits: "Nothing was done yet: it now waits for a second person.",
    toApprovals: "Open the approvals",
    actions: {
      refundPayout: "Refund a payout",
      refundInvoice: "Refund a Lightning invoice",
      deliverRest: "Deliver the rest of a deposit",
      returnRest: "Return the rest of a deposit",
      resolveMovement: "State the outcome of a movement",
      releaseMovement: "Release a held movement",
      retryMovement: "Try a refused movement again",
      sweepTreasury: "Sweep a treasury"
    },
    approve: {
      label: "Approve",
      title: "Approve and carry out?",
      body: "It is carried out at once.",
      done: "Approved and carried out"
    },
    decline: {
      label: "Decline",
      title: "Decline?",
      body: "Nothing is carried out. The request ends here.",
      done: "The request has ended"
    }
  }
}
