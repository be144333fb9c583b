import { z } from 'zod'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { Email, Id, Plan } from './shapes.ts'

const base64Url = z.string().max(20_000)
const credential = {
  id: z.string().max(2_048),
  rawId: z.string().max(2_048),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser answers when its person signs in with a passkey; the library that checks it knows the inside. */
export const PasskeySignature = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.optional(),
  }),
})
export type PasskeySignature = z.infer<typeof PasskeySignature>

/** What a browser answers when it has made a passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(10)
      .optional()
      .catch(undefined),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  payoutEnabled: z.boolean(),
  payoutMethod: z.string().nullable(),
  payoutEmail: z.string().nullable(),
  plan: Plan,
  isAdmin: z.boolean(),
})
export type User = z.infer<typeof User>

export const getUser = route({
  method: 'GET',
  path: '/api/auth/user',
  access: 'creator',
  summary: 'The signed-in account.',
  reply: User,
})

export const startSignIn = route({
  method: 'GET',
  path: '/api/login',
  access: 'anyone',
  transport: 'redirect',
  summary: 'Shows the sign-in page; `returnTo` is a path on this site.',
  query: z.object({ returnTo: z.string().max(2_048).optional() }),
})

export const signOut = route({
  method: 'GET',
  path: '/api/logout',
  access: 'anyone',
  transport: 'redirect',
  summary: 'Ends the session on the server and goes to the landing page.',
})

export const requestSignInCode = route({
  method: 'POST',
  path: '/api/login/code',
  access: 'anyone',
  summary:
    'Mails a six-digit code that works in this browser only; the answer is the same for known and unknown addresses. `sent` is false while the mail server does not take it: it is tried again for ten minutes.',
  body: z.object({ email: Email }),
  reply: z.object({ sent: z.boolean() }),
})

export const signInWithCode = route({
  method: 'POST',
  path: '/api/login/verify',
  access: 'anyone',
  summary:
    'Signs in with the mailed code and sets the session cookie; the account is made at the first sign-in.',
  body: z.object({
    email: Email,
    code: z
      .string({ error: 'Enter the six digits from the e-mail' })
      .transform((text) => text.replace(/[\s-]/g, ''))
      .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits from the e-mail'),
  }),
  reply: User,
})

export const getSignInWays = route({
  method: 'GET',
  path: '/api/login/ways',
  access: 'anyone',
  summary:
    'The ways to sign in besides the mailed code: the host of the sign-in provider, where there is one.',
  reply: z.object({ oidc: z.string().nullable() }),
})

export const startOidc = route({
  method: 'GET',
  path: '/api/login/oidc',
  access: 'anyone',
  transport: 'redirect',
  summary: 'Goes to the sign-in provider, and comes back to `returnTo` signed in.',
  query: z.object({ returnTo: z.string().max(2_048).optional() }),
})

const told = z.string().max(4_096).optional()

export const finishOidc = route({
  method: 'GET',
  path: '/api/identity/callback/:provider',
  access: 'anyone',
  transport: 'redirect',
  summary: 'Where the sign-in provider sends people back to.',
  params: z.object({ provider: z.string().max(100) }),
  query: z.object({ code: told, state: told, iss: told, error: told, error_description: told }),
})

export const startPasskeySignIn = route({
  method: 'POST',
  path: '/api/login/passkey/options',
  access: 'anyone',
  summary: 'What a browser needs to ask its person for a passkey (WebAuthn request options).',
  reply: z.record(z.string(), z.unknown()),
})

export const signInWithPasskey = route({
  method: 'POST',
  path: '/api/login/passkey',
  access: 'anyone',
  summary: 'Signs in with what the passkey signed and sets the session cookie.',
  body: z.object({ response: PasskeySignature }),
  reply: User,
})

export const DisplayName = z
  .string({ error: 'Enter a display name' })
  .trim()
  .min(1, 'Enter a display name')
  .max(limits.displayName, `At most ${limits.displayName} characters`)

const handleSentence = `Use ${limits.handle.min} to ${limits.handle.max} letters, digits and underscores`

/** What stands after the @: ASCII only, so that no two look alike. Empty for none. */
export const Handle = z
  .string({ error: handleSentence })
  .transform((text) => text.trim().replace(/^@/, '').toLowerCase())
  .refine(
    (text) =>
      text === '' ||
      (/^[a-z0-9_]+$/.test(text) && text.length >= limits.handle.min && text.length <= limits.handle.max),
    handleSentence,
  )

export const updateProfile = route({
  method: 'PATCH',
  path: '/api/account',
  access: 'creator',
  summary: 'Sets the display name that buyers see, and the handle; a handle that is left out stays.',
  body: z.object({ firstName: DisplayName, handle: Handle.optional() }),
  reply: User,
})
