import { SETTINGS_MAX } from '../../../../src-core/contract/accounts.ts';
import { WHAT_IS_TAKEN } from './photos.ts';

const NO_IMAGE = '404 ERR_NOT_FOUND: your account has no picture of this uid.';

/** What the document says of each operation on the account, its settings and its pictures. Markdown. */
export const ACCOUNTS = {
  getAccount: `
The account that the key belongs to, one record for both environments. \`accountType\` PERSONAL may call Sandbox
alone, BUSINESS both. A quick way to find out whether a key works and whose it is.`,

  updateAccount: `
Changes name, organization, e-mail or phone of your account, on both hosts. A field that is absent stays; null clears
\`organizationName\`, \`email\` and \`phone\`, while a name cannot be cleared: its null is passed over. Orders show
the name as it is when they are read. 400 ERR_VALIDATION_FAILED names the fields that cannot be taken; nothing is
changed then. The same body again has the same effect.`,

  closeAccount: `
Closes your account for good. Every key of both environments stops at once, the one that calls among them, and so does
the webhook; deliveries that still waited are given up. It is answered after a second, when the keys are good nowhere.
Records stay, credit that is left is not paid out by this call, and there is no way to open it again over this interface.

409 ERR_CONFLICT while a Live order is neither delivered, cancelled nor failed: its uid is in \`errors\`, and nothing
was closed. Sandbox orders do not matter. After a lost answer a repeat is 401: the key has stopped.`,

  listAccountImages: `
All pictures of your account, the newest first, in one answer without pages, the same on both hosts. \`url\` gives the
bytes with your key. They are for your own programs: books take photos, attached files and addresses.`,

  addAccountImage: `
Keeps one picture with your account; its \`name\` begins as that of the file. The same content again is another
picture: an \`Idempotency-Key\` is not looked at.

${WHAT_IS_TAKEN}

400 ERR_VALIDATION_FAILED for a missing file, another format or a picture over the limits.`,

  renameAccountImage: `
Gives a picture of your account another \`name\`, of one line with at most 100 characters; \`originalName\` and the
bytes stay. The same name again has the same effect. ${NO_IMAGE}`,

  deleteAccountImage: `
Takes the picture named by \`imageUid\` away from your account, for good. ${NO_IMAGE} A repeat meets that too.`,

  downloadAccountImage: `
The bytes of one picture as they are kept, with their type and length, and no JSON. A JPEG or PNG comes back byte for
byte, other formats as what they were turned into. ${NO_IMAGE}`,

  getAccountConfig: `
The settings that your own programs keep with the account, the same on both hosts. The service does not interpret
them. 404 ERR_NOT_FOUND until POST /account-configs has begun them.`,

  createAccountConfig: `
Begins the settings of your account: at most ${SETTINGS_MAX} names with a text, a number or true and false each; what
is null is not kept. The service does not interpret them. 409 ERR_CONFLICT when there are settings already: PATCH
changes them.`,

  updateAccountConfig: `
Merges settings into those that are there: what is named is set, what is null is taken away, everything else stays.
Two changes at the same time both have their effect. 400 when there would be more than ${SETTINGS_MAX}; 403
ERR_FORBIDDEN for another accountUid than your own; 404 ERR_NOT_FOUND before POST /account-configs. The same body
again has the same effect.`,
} as const;
