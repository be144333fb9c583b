import { z } from 'zod'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, Plan } from './schemas.ts'

const base64Url = z.string().max(20_000)
const publicKeyCredential = {
  id: z.string().max(2_048),
  rawId: z.string().max(2_048),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** What a browser answers when its person signs in with a passkey; the library that checks it knows the inside. */
export const PasskeyAssertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** What a browser answers when it has made a passkey. */
export const PasskeyRegistration = z.object({
  ...publicKeyCredential,
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
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

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

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/auth/user',
  auth: 'creator',
  summary: 'The signed-in account.',
  response: User,
})

export const startSignIn = defineRoute({
  method: 'GET',
  path: '/api/login',
  auth: 'anyone',
  transport: 'redirect',
  summary: 'Shows the sign-in page; `returnTo` is a path on this site.',
  query: z.object({ returnTo: z.string().max(2_048).optional() }),
})

export const signOut = defineRoute({
  method: 'GET',
  path: '/api/logout',
  auth: 'anyone',
  transport: 'redirect',
  summary: 'Ends the session on the server and goes to the landing page.',
})

export const requestSignInCode = defineRoute({
  method: 'POST',
  path: '/api/login/code',
  auth: 'anyone',
  summary:
    'Mails a six-digit code that works in this browser only; the answer is the same for known and unknown addresses. `sent` is false while the mail server does not take it: it is tried again for ten minutes.',
  body: z.object({ email: Email }),
  response: z.object({ sent: z.boolean() }),
})

export const signInWithCode = defineRoute({
  method: 'POST',
  path: '/api/login/verify',
  auth: 'anyone',
  summary:
    'Signs in with the mailed code and sets the session cookie; the account is made at the first sign-in.',
  body: z.object({
    email: Email,
    code: z
      .string({ error: 'Enter the six digits from the e-mail' })
      .transform((text) => text.replace(/[\s-]/g, ''))
      .refine((text) => /^\d{6}$/.test(text), 'Enter the six digits from the e-mail'),
  }),
  response: User,
})

export const getSignInMethods = defineRoute({
  method: 'GET',
  path: '/api/login/ways',
  auth: 'anyone',
  summary:
    'The ways to sign in besides the mailed code: the host of the sign-in provider, where there is one.',
  response: z.object({ oidc: z.string().nullable() }),
})

export const startOidcSignIn = defineRoute({
  method: 'GET',
  path: '/api/login/oidc',
  auth: 'anyone',
  transport: 'redirect',
  summary: 'Goes to the sign-in provider, and comes back to `returnTo` signed in.',
  query: z.object({ returnTo: z.string().max(2_048).optional() }),
})

const callbackParameter = z.string().max(4_096).optional()

export const handleOidcCallback = defineRoute({
  method: 'GET',
  path: '/api/identity/callback/:provider',
  auth: 'anyone',
  transport: 'redirect',
  summary: 'Where the sign-in provider sends people back to.',
  params: z.object({ provider: z.string().max(100) }),
  query: z.object({
    code: callbackParameter,
    state: callbackParameter,
    iss: callbackParameter,
    error: callbackParameter,
    error_description: callbackParameter,
  }),
})

export const createPasskeySignInOptions = defineRoute({
  method: 'POST',
  path: '/api/login/passkey/options',
  auth: 'anyone',
  summary: 'What a browser needs to ask its person for a passkey (WebAuthn request options).',
  response: z.record(z.string(), z.unknown()),
})

export const signInWithPasskey = defineRoute({
  method: 'POST',
  path: '/api/login/passkey',
  auth: 'anyone',
  summary: 'Signs in with what the passkey signed and sets the session cookie.',
  body: z.object({ response: PasskeyAssertion }),
  response: User,
})

export const DisplayName = z
  .string({ error: 'Enter a display name' })
  .trim()
  .min(1, 'Enter a display name')
  .max(limits.maxDisplayNameLength, `At most ${limits.maxDisplayNameLength} characters`)

const handleSentence = `Use ${limits.handleLength.min} to ${limits.handleLength.max} letters, digits and underscores`

/** What stands after the @: ASCII only, so that no two look alike. Empty for none. */
export const Handle = z
  .string({ error: handleSentence })
  .transform((text) => text.trim().replace(/^@/, '').toLowerCase())
  .refine(
    (text) =>
      text === '' ||
      (/^[a-z0-9_]+$/.test(text) &&
        text.length >= limits.handleLength.min &&
        text.length <= limits.handleLength.max),
    handleSentence,
  )

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/api/account',
  auth: 'creator',
  summary: 'Sets the display name that buyers see, and the handle; a handle that is left out stays.',
  body: z.object({ firstName: DisplayName, handle: Handle.optional() }),
  response: User,
})
