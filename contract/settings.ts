import * as z from 'zod/mini'
import { EmailedCode, PasskeyRegistration, User } from './accounts.ts'
import { normalizeEmail } from './email-address.ts'
import { limits } from './limits.ts'
import { DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Email, IdParams, list, Timestamp } from './schemas.ts'
import { MultiLine, RequiredSingleLine } from './text.ts'

/** Account settings that are not part of the user. */
export const Account = z.object({
  handle: z.nullable(z.string()),
  bio: z.string(),
  links: list(z.string(), limits.maxProfileLinks),
  followerCount: z.int(),
  /** The photo's URL on this site. */
  photoUrl: z.nullable(z.string()),
  /** Three suggested amounts for new items, as typed: `3, 5, 10`; empty for the default amounts. */
  suggestedAmounts: z.string(),
  showSupporters: z.boolean(),
  /** Shown to buyers after a purchase, unless the item has its own; empty for none. */
  thankYouNote: z.string(),
  /** Whether the tickets of all items say the place of a purchase: `You’re number 17`. */
  showTicketNumbers: z.boolean(),
  /** A pending change of the email. */
  emailChange: z.nullable(z.object({ email: z.string(), expiresAt: Timestamp })),
})
export type Account = z.infer<typeof Account>

export const getAccount = defineRoute({
  method: 'GET',
  path: '/api/account',
  auth: 'creator',
  summary: 'Returns the signed-in account’s settings.',
  response: Account,
})

export const setPhoto = defineRoute({
  method: 'POST',
  path: '/api/account/photo',
  auth: 'creator',
  transport: 'multipart',
  summary: 'Sets the profile photo. The image is re-encoded and its metadata removed.',
  files: { photo: { maxBytes: limits.maxPreviewBytes } },
  response: Account,
})

export const removePhoto = defineRoute({
  method: 'DELETE',
  path: '/api/account/photo',
  auth: 'creator',
  summary: 'Removes the profile photo.',
  response: Account,
})

export const getPhoto = defineRoute({
  method: 'GET',
  path: '/api/photos/:id',
  auth: 'public',
  transport: 'file',
  summary: 'Returns a creator’s photo. Each new photo gets a new URL.',
  params: IdParams,
})

export const ContentDefaultsInput = z.object({
  suggestedAmounts: z.string().check(z.trim(), z.maxLength(100, 'Use 100 characters or fewer')),
  showSupporters: z.boolean(),
  /** What is omitted stays the same. */
  thankYouNote: z.optional(MultiLine(limits.maxThankYouNoteLength)),
  showTicketNumbers: z.optional(z.boolean()),
})

export const updateContentDefaults = defineRoute({
  method: 'PATCH',
  path: '/api/account/defaults',
  auth: 'creator',
  summary: 'Sets the defaults for new items.',
  body: ContentDefaultsInput,
  response: Account,
})

const EmailChangeCode = EmailedCode('Enter the six-digit code')

export const NewEmailInput = z.object({ email: Email })

export const requestEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email',
  auth: 'creator',
  summary: 'Emails a code to the old address and another to the new one. Requires a recent sign-in.',
  body: NewEmailInput,
  response: Account,
})

export const EmailChangeInput = z.object({ oldCode: EmailChangeCode, newCode: EmailChangeCode })

export const confirmEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email/confirm',
  auth: 'creator',
  summary: 'Changes the address when both codes are correct, and ends every other session.',
  body: EmailChangeInput,
  response: User,
})

export const cancelEmailChange = defineRoute({
  method: 'DELETE',
  path: '/api/account/email',
  auth: 'creator',
  summary: 'Cancels a pending email change.',
  response: Account,
})

export const Session = z.object({
  id: z.string(),
  /** Browser and system: `Firefox on Windows`. */
  device: z.string(),
  signedInAt: Timestamp,
  /** Rounded to the day. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

const StringIdParams = z.object({ id: z.string().check(z.maxLength(100)) })

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/account/sessions',
  auth: 'creator',
  summary: 'Lists the account’s active sessions, this browser first.',
  response: list(Session, limits.maxListed.sessions),
})

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  auth: 'creator',
  summary: 'Signs out one browser.',
  params: StringIdParams,
  response: list(Session, limits.maxListed.sessions),
})

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/account/sessions',
  auth: 'creator',
  summary: 'Signs out every browser except this one.',
  response: list(Session, limits.maxListed.sessions),
})

export const Passkey = z.object({ id: z.string(), name: z.string(), addedAt: Timestamp })
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = RequiredSingleLine(limits.maxPasskeyNameLength, 'Enter a name')

export const listPasskeys = defineRoute({
  method: 'GET',
  path: '/api/account/passkeys',
  auth: 'creator',
  summary: 'Lists the account’s passkeys.',
  response: list(Passkey, limits.maxPasskeysPerUser),
})

export const createPasskeyOptions = defineRoute({
  method: 'POST',
  path: '/api/account/passkeys/options',
  auth: 'creator',
  summary: 'Returns WebAuthn creation options for a new passkey. Requires a recent sign-in.',
  response: z.record(z.string(), z.unknown()),
})

export const NewPasskeyInput = z.object({ name: PasskeyName, response: PasskeyRegistration })

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/account/passkeys',
  auth: 'creator',
  summary: 'Saves the passkey the browser created. Requires a recent sign-in.',
  body: NewPasskeyInput,
  response: list(Passkey, limits.maxPasskeysPerUser),
})

export const PasskeyNameInput = z.object({ name: PasskeyName })

export const renamePasskey = defineRoute({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  auth: 'creator',
  summary: 'Renames a passkey.',
  params: StringIdParams,
  body: PasskeyNameInput,
  response: list(Passkey, limits.maxPasskeysPerUser),
})

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  auth: 'creator',
  summary: 'Removes a passkey, so it can no longer be used to sign in. Requires a recent sign-in.',
  params: StringIdParams,
  response: list(Passkey, limits.maxPasskeysPerUser),
})

export const exportAccount = defineRoute({
  method: 'GET',
  path: '/api/account/export',
  auth: 'creator',
  transport: 'file',
  summary: 'Downloads everything we have on the account, files included, as one zip.',
})

export const AccountDeletionPreview = z.object({
  /** The remaining balance, including on-hold and reserved amounts. */
  balance: DecimalString,
  currency: z.string(),
  /** Sales whose buyers keep their access. */
  sales: z.int(),
  items: z.int(),
})
export type AccountDeletionPreview = z.infer<typeof AccountDeletionPreview>

export const getAccountDeletionPreview = defineRoute({
  method: 'GET',
  path: '/api/account/deletion',
  auth: 'creator',
  summary: 'Shows what deleting the account would leave behind or forfeit.',
  response: AccountDeletionPreview,
})

export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/api/account/deletion',
  auth: 'creator',
  summary:
    'Permanently deletes the account. Buyers keep access and the ledger is kept. `forfeitedBalance` is the exact balance being forfeited. Requires a recent sign-in.',
  body: z.object({
    email: z.string().check(z.overwrite(normalizeEmail), z.maxLength(limits.maxEmailLength)),
    forfeitedBalance: z.optional(DecimalString),
  }),
  response: z.object({ deleted: z.literal(true) }),
})
