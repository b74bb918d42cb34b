/** What the document says of each operation on notifications. Markdown. */
export const NOTIFICATIONS = {
  getNotificationConfig: `
Which channels your account has open, the same on both hosts. Until you have said otherwise all are, and \`updatedAt\`
is null.`,

  updateNotificationConfig: `
Opens and closes channels for both environments at once. What is absent stays; \`channels\` replaces the whole list,
and \`enabled\` false closes all of them without forgetting which were open. Messages that were sent stay in the list.
The same body again has the same effect.`,

  listNotifications: `
The messages that were sent with keys of your account, of both environments, the newest first, page by page;
\`isTest\` tells those of the Sandbox. They are kept as they were sent.`,

  sendNotification: `
Sends one message to a person over a channel that your account has open, and keeps it. In Sandbox it reaches nobody:
\`status\` is TEST. In Live it is handed over to be sent, \`status\` SENT; whether it arrived is not followed.
\`recipient\` is a number or an address, as the channel needs it, and is not checked further.

400 ERR_VALIDATION_FAILED with the field \`channel\` when that channel is closed: \`requiredValue\` lists the open
ones. An \`Idempotency-Key\` is not looked at: a repeat is another message.`,
} as const;
