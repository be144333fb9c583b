import { z } from 'zod'
import { NewPasskey, User } from './accounts.ts'
import { limits } from './limits.ts'
import { MoneyText } from './money.ts'
import { route } from './route.ts'
import { Email, IdParams, Timestamp } from './shapes.ts'

/** What the settings page shows beside the account itself. */
export const Account = z.object({
  handle: z.string().nullable(),
  /** Address of the photo on this site. */
  photo: z.string().nullable(),
  /** Three amounts that a new item suggests, as they are typed: `3, 5, 10`; empty for the default ones. */
  chips: z.string(),
  showSupporters: z.boolean(),
  /** A new address that waits for its codes. */
  emailChange: z.object({ email: z.string(), expiresAt: Timestamp }).nullable(),
})
export type Account = z.infer<typeof Account>

export const getAccount = route({
  method: 'GET',
  path: '/api/account',
  access: 'creator',
  summary: "The signed-in account's own settings.",
  reply: Account,
})

export const setPhoto = route({
  method: 'POST',
  path: '/api/account/photo',
  access: 'creator',
  transport: 'upload',
  summary: 'Sets the photo; decoded and encoded again, without its metadata.',
  files: { photo: { maxBytes: limits.maxPreviewBytes } },
  reply: Account,
})

export const removePhoto = route({
  method: 'DELETE',
  path: '/api/account/photo',
  access: 'creator',
  summary: 'Removes the photo.',
  reply: Account,
})

export const getPhoto = route({
  method: 'GET',
  path: '/api/photos/:id',
  access: 'anyone',
  transport: 'file',
  summary: "A creator's photo. Each new one has a new address, so it may be cached for good.",
  params: IdParams,
})

export const updateDefaults = route({
  method: 'PATCH',
  path: '/api/account/defaults',
  access: 'creator',
  summary: 'Sets what a new item begins with.',
  body: z.object({
    chips: z.string().trim().max(100, 'At most 100 characters'),
    showSupporters: z.boolean(),
  }),
  reply: Account,
})

const code = z
  .string({ error: 'Enter the six digits' })
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits')

export const askEmailChange = route({
  method: 'POST',
  path: '/api/account/email',
  access: 'creator',
  summary: 'Mails a code to the old address and one to the new. Needs a fresh sign-in.',
  body: z.object({ email: Email }),
  reply: Account,
})

export const confirmEmailChange = route({
  method: 'POST',
  path: '/api/account/email/confirm',
  access: 'creator',
  summary: 'Changes the address, given both codes; ends every other session.',
  body: z.object({ oldCode: code, newCode: code }),
  reply: User,
})

export const cancelEmailChange = route({
  method: 'DELETE',
  path: '/api/account/email',
  access: 'creator',
  summary: 'Forgets a new address that waits for its codes.',
  reply: Account,
})

export const Session = z.object({
  id: z.string(),
  /** The browser and the system in words: `Firefox on Windows`. */
  device: z.string(),
  signedInAt: Timestamp,
  /** To the day. */
  lastUsedAt: Timestamp,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

const Named = z.object({ id: z.string().max(100) })

export const listSessions = route({
  method: 'GET',
  path: '/api/account/sessions',
  access: 'creator',
  summary: 'Where the account is signed in, this browser first.',
  reply: z.array(Session),
})

export const endSession = route({
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'creator',
  summary: 'Signs one browser out.',
  params: Named,
  reply: z.array(Session),
})

export const endOtherSessions = route({
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'creator',
  summary: 'Signs every browser out but this one.',
  reply: z.array(Session),
})

export const Passkey = z.object({ id: z.string(), name: z.string(), addedAt: Timestamp })
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = z
  .string({ error: 'Enter a name' })
  .trim()
  .min(1, 'Enter a name')
  .max(limits.passkeyName, `At most ${limits.passkeyName} characters`)

export const listPasskeys = route({
  method: 'GET',
  path: '/api/account/passkeys',
  access: 'creator',
  summary: 'The passkeys that sign in to this account.',
  reply: z.array(Passkey),
})

export const startPasskey = route({
  method: 'POST',
  path: '/api/account/passkeys/options',
  access: 'creator',
  summary: 'What a browser needs to make a passkey (WebAuthn creation options). Needs a fresh sign-in.',
  reply: z.record(z.string(), z.unknown()),
})

export const addPasskey = route({
  method: 'POST',
  path: '/api/account/passkeys',
  access: 'creator',
  summary: 'Keeps the passkey that the browser made. Needs a fresh sign-in.',
  body: z.object({ name: PasskeyName, response: NewPasskey }),
  reply: z.array(Passkey),
})

export const renamePasskey = route({
  method: 'PATCH',
  path: '/api/account/passkeys/:id',
  access: 'creator',
  summary: 'Gives a passkey another name.',
  params: Named,
  body: z.object({ name: PasskeyName }),
  reply: z.array(Passkey),
})

export const removePasskey = route({
  method: 'DELETE',
  path: '/api/account/passkeys/:id',
  access: 'creator',
  summary: 'A removed passkey signs nobody in. Needs a fresh sign-in.',
  params: Named,
  reply: z.array(Passkey),
})

export const exportAccount = route({
  method: 'GET',
  path: '/api/account/export',
  access: 'creator',
  transport: 'file',
  summary: 'Everything we keep of the account, with its files, as one zip.',
})

export const ClosingTerms = z.object({
  /** What is left of the earnings, held or waiting included. */
  balance: MoneyText,
  currency: z.string(),
  /** Sales whose buyers keep their access. */
  sales: z.number().int(),
  items: z.number().int(),
})
export type ClosingTerms = z.infer<typeof ClosingTerms>

export const getClosingTerms = route({
  method: 'GET',
  path: '/api/account/closing',
  access: 'creator',
  summary: 'What deleting the account would leave behind, and give up.',
  reply: ClosingTerms,
})

export const closeAccount = route({
  method: 'POST',
  path: '/api/account/closing',
  access: 'creator',
  summary:
    'Deletes the account for good; buyers keep their access and the books stay. `giveUp` is the balance, to the cent, that is given up. Needs a fresh sign-in.',
  body: z.object({
    email: z.string().trim().max(limits.email),
    giveUp: MoneyText.optional(),
  }),
  reply: z.object({ closed: z.literal(true) }),
})
