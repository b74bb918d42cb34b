const BALANCE = `
The prepaid credit of your account in the environment of the host; Sandbox and Live have each their own. \`balance\`
and \`totalCreditAmount\` are the same sum, with at most two decimals. It changes by top-ups, orders, cancels and, in
Sandbox, charges and deductions for tests alone, and never falls below zero: each change is a transaction.`;

const NOT_IDEMPOTENT =
  'An `Idempotency-Key` is not looked at: a repeat counts again. After a lost answer look at the balance first.';

/** What the document says of each operation on the credit and of payments that fill it. Markdown. */
export const CREDITS = {
  getCredits: BALANCE,

  getCreditBalance: `${BALANCE} Another address of GET /credits, with the same answer.`,

  listCreditTransactions: `
Every movement of the credit of this environment, the newest first, page by page; \`from\` and \`to\` (or
\`createdFrom\` and \`createdTo\`) keep a period. \`amount\` is above zero and \`direction\` tells its sign;
\`balanceAfter\` is the credit after it, so that the sum can be followed without a gap. Movements of an order name its
uid in \`memo\`. Go by \`reasonCode\`, not by \`reasonDisplay\`, which is for people.`,

  chargeSandboxCredit: `
Adds test credit to the Sandbox at once, without any payment, and answers the balance after it. \`amount\` is above
zero with at most two decimals. ${NOT_IDEMPOTENT} On the Live host it is 403 ERR_ENV_MISMATCH (a service under the
contract \`public-2026-09\` adds to the Sandbox credit from there too): Live credit is paid for.`,

  deductSandboxCredit: `
Takes test credit away from the Sandbox, to try what a low balance does, and answers the balance after it. More than
there is: 402 ERR_INSUFFICIENT_CREDIT, and nothing is taken. ${NOT_IDEMPOTENT} On the Live host it is 403
ERR_ENV_MISMATCH.`,

  openPayment: `
Writes down that an amount is to be paid at a gateway; nothing is paid or credited yet. Hand \`orderId\` and
\`amount\` of the answer to the page of the gateway, and what that hands back to POST confirm. A payment that is never
confirmed stays without effect, so a repeat does no harm.

Live alone: 501 ERR_SANDBOX_UNSUPPORTED in Sandbox, whatever the body, and in a service for which no gateway is set
up; do not try it again by itself. 404 ERR_NOT_FOUND: no gateway of this name.`,

  confirmPayment: `
Asks the gateway whether an opened payment was paid, and if so adds its amount to the Live credit. Confirming it
again, also at the same time, answers the same and adds nothing: after a lost answer send it again. \`credit\` is the
balance as it is now.

400 ERR_VALIDATION_FAILED: another amount than the one that was opened. 403: opened by another account. 404: never
opened, or a payment that the gateway does not know. 409 ERR_CONFLICT: it was declined, is of another order or amount
by the word of the gateway, or the order was confirmed with another payment. 500: the gateway did not answer in time;
confirm again later. 501 ERR_SANDBOX_UNSUPPORTED: Sandbox, or no gateway is set up. Nothing is added in any of these.`,
} as const;
