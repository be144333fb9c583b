import * as z from 'zod/mini'
import { PasskeyRegistration, User } from './accounts.ts'
import { limits } from './limits.ts'
import { DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Email, IdParams, Timestamp } from './schemas.ts'

/** Account settings that are not part of the user. */
export const Account = z.object({
  handle: z.nullable(z.string()),
  /** The photo's URL on this site. */
  photoUrl: z.nullable(z.string()),
  /** Three suggested amounts for new items, as typed: `3, 5, 10`; empty for the default amounts. */
  suggestedAmounts: z.string(),
  showSupporters: z.boolean(),
  /** A pending change of the email. */
  emailChange: z.nullable(z.object({ email: z.string(), expiresAt: Timestamp })),
})
export type Account = z.infer<typeof Account>

export const getAccount = defineRoute({
  method: 'GET',
  path: '/api/account',
  auth: 'creator',
  summary: "The signed-in account's own settings.",
  response: Account,
})

export const setPhoto = defineRoute({
  method: 'POST',
  path: '/api/account/photo',
  auth: 'creator',
  transport: 'multipart',
  summary: 'Sets the photo; decoded and encoded again, without its metadata.',
  files: { photo: { maxBytes: limits.maxPreviewBytes } },
  response: Account,
})

export const removePhoto = defineRoute({
  method: 'DELETE',
  path: '/api/account/photo',
  auth: 'creator',
  summary: 'Removes the photo.',
  response: Account,
})

export const getPhoto = defineRoute({
  method: 'GET',
  path: '/api/photos/:id',
  auth: 'public',
  transport: 'file',
  summary: "A creator's photo. Each new one has a new address, so it may be cached for good.",
  params: IdParams,
})

export const updateContentDefaults = defineRoute({
  method: 'PATCH',
  path: '/api/account/defaults',
  auth: 'creator',
  summary: 'Sets what a new item begins with.',
  body: z.object({
    suggestedAmounts: z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')),
    showSupporters: z.boolean(),
  }),
  response: Account,
})

const code = z
  .pipe(
    z.string({ error: 'Enter the six digits' }),
    z.transform((text) => text.replace(/[\s-]/g, '')),
  )
  .check(z.refine((text) => /^\d{6}$/.test(text), 'Enter the six digits'))

export const requestEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email',
  auth: 'creator',
  summary: 'Mails a code to the old address and one to the new. Needs a fresh sign-in.',
  body: z.object({ email: Email }),
  response: Account,
})

export const confirmEmailChange = defineRoute({
  method: 'POST',
  path: '/api/account/email/confirm',
  auth: 'creator',
  summary: 'Changes the address, given both codes; ends every other session.',
  body: z.object({ oldCode: code, newCode: code }),
  response: User,
})

export const cancelEmailChange = defineRoute({
  method: 'DELETE',
  path: '/api/account/email',
  auth: 'creator',
  summary: 'Forgets a new address that waits for its codes.',
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
  summary: 'Where the account is signed in, this browser first.',
  response: z.array(Session),
})

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  auth: 'creator',
  summary: 'Signs one browser out.',
  params: StringIdParams,
  response: z.array(Session),
})

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/account/sessions',
  auth: 'creator',
  summary: 'Signs every browser out but this one.',
  response: z.array(Session),
})

export const Passkey = z.object({ id: z.string(), name: z.string(), addedAt: Timestamp })
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = z
  .string({ error: 'Enter a name' })
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(limits.maxPasskeyNameLength, `At most ${limits.maxPasskeyNameLength} characters`),
  )

export const listPasskeys = defineRoute({
  method: 'GET',
  path: '/api/account/passkeys',
  auth: 'creator',
  summary: 'The passkeys that sign in to this account.',
  response: z.array(Passkey),
})

export const createPasskeyOptions = defineRoute({
  method: 'POST',
  path: '/api/account/passkeys/options',
  auth: 'creator',
  summary: 'What a browser needs to make a passkey (WebAuthn creation options). Needs a fresh sign-in.',
  response: z.record(z.string(), z.unknown()),
})

export const addPasskey = defineRoute({
  method: 'POST',
  path: '/api/account/passkeys',
  auth: 'creator',
  summary: 'Keeps the passkey that the browser made. Needs a fresh sign-in.',
  body: z.object({ name: PasskeyName, response: PasskeyRegistration }),
  response: z.array(Passkey),
})

export const renamePasskey = defineRoute({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  auth: 'creator',
  summary: 'Gives a passkey another name.',
  params: StringIdParams,
  body: z.object({ name: PasskeyName }),
  response: z.array(Passkey),
})

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  auth: 'creator',
  summary: 'A removed passkey signs nobody in. Needs a fresh sign-in.',
  params: StringIdParams,
  response: z.array(Passkey),
})

export const exportAccount = defineRoute({
  method: 'GET',
  path: '/api/account/export',
  auth: 'creator',
  transport: 'file',
  summary: 'Everything we keep of the account, with its files, as one zip.',
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
  summary: 'What deleting the account would leave behind, and give up.',
  response: AccountDeletionPreview,
})

export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/api/account/deletion',
  auth: 'creator',
  summary:
    'Deletes the account for good; buyers keep their access and the books stay. `forfeitedBalance` is the balance, to the cent, that is given up. Needs a fresh sign-in.',
  body: z.object({
    email: z.string().check(z.trim(), z.maxLength(limits.maxEmailLength)),
    forfeitedBalance: z.optional(DecimalString),
  }),
  response: z.object({ deleted: z.literal(true) }),
})
