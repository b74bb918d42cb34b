import { LIMITS } from '../../../../src-core/contract/limits.ts';
import { DELIVERY_TIMEOUT_MS, RESPONSE_BODY_MAX_BYTES } from '../../../../src-core/contract/webhooks.ts';

const NONE = '404 ERR_NOT_FOUND: no webhook is registered, or it was deactivated.';

/** What the document says of each operation on the webhook. Markdown. */
export const WEBHOOKS = {
  saveWebhookConfig: `
Registers the one webhook of your account, for events of both environments, or changes it. The body is the whole of
it: what is left out is set back, \`events\` to all kinds and \`description\` to none. The same body again has the
same effect.

\`secretKey\` signs every call and is whole in this answer alone: keep it. A change keeps it; after DELETE the next
registration makes a new one. The address must be HTTPS with a public name or number, without a user name in it, of at
most ${LIMITS.webhookUrlMaxChars} characters: else 400 ERR_VALIDATION_FAILED with the field \`webhookUrl\`. It is not
called to find out whether it answers: POST /webhooks/test does that.`,

  getWebhookConfig: `
The webhook of your account as it is registered, the same on both hosts. Of \`secretKey\` the first 8 characters are
shown, to tell which one it is. ${NONE}`,

  deleteWebhookConfig: `
Stops the webhook: no further events are sent to it, and deliveries that still waited are given up as FAILED with the
reason \`deactivated\`. The history stays. Events that happen while there is none are not sent later. Registering
again is a first registration, with a new \`secretKey\`. ${NONE} A repeat meets that too.`,

  sendTestEvent: `
Sends a sample event of the kind \`eventType\` (order.created when there is no body) to the registered address, signed
like any other and with \`isTest\` true on either host, once and without retries. It holds made-up data and touches no
order. Kinds that are not subscribed to are sent as well.

The call waits for the receiver, up to ${DELIVERY_TIMEOUT_MS / 1000} seconds. A receiver that fails is a result and
not a failure of the call: 200 with \`status\` FAILED and its \`responseStatus\`, null when nobody answered. ${NONE}`,

  listWebhookDeliveries: `
What was sent to the webhook from both environments, test calls among them, the newest first, page by page.
\`responseStatus\`, the first ${RESPONSE_BODY_MAX_BYTES.toLocaleString('en')} bytes of \`responseBody\` and
\`failureReason\` are those of the last attempt; \`nextAttemptAt\` is when it will be tried again, null when it will
not. EXHAUSTED is not sent again by itself: read the order instead.`,
} as const;
