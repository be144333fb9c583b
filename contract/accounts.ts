import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { DisplayName } from './names.ts'
import { defineRoute } from './route.ts'
import { BrowserTimeZone, Email, Id, IdParams, list, Plan, Timestamp } from './schemas.ts'
import { MultiLine } from './text.ts'

/** Who may open the admin pages: an admin acts, an accountant reads. */
export const staffRoles = ['admin', 'accountant'] as const
export type StaffRole = (typeof staffRoles)[number]

const base64Url = z.string().check(z.maxLength(20_000))
const publicKeyCredential = {
  id: z.string().check(z.maxLength(2_048)),
  rawId: z.string().check(z.maxLength(2_048)),
  type: z.literal('public-key'),
  clientExtensionResults: z._default(z.record(z.string(), z.unknown()), {}),
}

/** The browser's response for a passkey sign-in; the WebAuthn library validates its content. */
export const PasskeyAssertion = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: z.optional(base64Url),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const PasskeyRegistration = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    transports: z.catch(
      z.optional(
        z
          .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
          .check(z.maxLength(10)),
      ),
      undefined,
    ),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** The name of the creator's page, without the @. */
  handle: z.nullable(z.string()),
  photoUrl: z.nullable(z.string()),
  payoutEnabled: z.boolean(),
  payoutMethod: z.nullable(z.string()),
  payoutEmail: z.nullable(z.string()),
  plan: Plan,
  /** Has a published item, so pages for selling more are in the menu. */
  isSelling: z.boolean(),
  isAdmin: z.boolean(),
  /** Opens the admin pages: an admin acts, an accountant reads. */
  role: z.nullable(z.enum(staffRoles)),
  /** The account has a role and a passkey, and this session waits for the passkey. Until then `role` is null. */
  needsSecondFactor: z.boolean(),
})
export type User = z.infer<typeof User>

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/auth/user',
  auth: 'creator',
  isOpenBeforeSecondFactor: true,
  summary: 'Returns the signed-in account.',
  response: User,
})

export const startSignIn = defineRoute({
  method: 'GET',
  path: '/api/login',
  auth: 'public',
  transport: 'redirect',
  summary: 'Shows the sign-in page. `returnTo` is a path on this site.',
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(2_048))) }),
})

export const signOut = defineRoute({
  method: 'GET',
  path: '/api/logout',
  auth: 'public',
  transport: 'redirect',
  summary: 'Ends the session on the server and redirects to the landing page.',
})

export const SignInEmailInput = z.object({ email: Email })

export const requestSignInCode = defineRoute({
  method: 'POST',
  path: '/api/login/code',
  auth: 'public',
  summary:
    'Emails a six-digit code that only works in this browser. The response is the same for known and unknown addresses. `sent` is false if the mail server rejected the email; we retry for ten minutes.',
  body: SignInEmailInput,
  response: z.object({ sent: z.boolean() }),
})

/** A six-digit code from an email, without the spaces and hyphens that people type in it. */
export function EmailedCode(message: string) {
  return z
    .pipe(
      z.string({ error: message }),
      z.transform((text) => text.replace(/[\s-]/g, '')),
    )
    .check(z.refine((text) => /^\d{6}$/.test(text), message))
}

export const SignInCodeInput = z.object({
  email: Email,
  code: EmailedCode('Enter the six-digit code from the email'),
})

export const signInWithCode = defineRoute({
  method: 'POST',
  path: '/api/login/verify',
  auth: 'public',
  summary:
    'Signs in with the emailed code and sets the session cookie. The account is created at first sign-in.',
  body: z.extend(SignInCodeInput, { timeZone: BrowserTimeZone }),
  response: User,
})

export const getSignInMethods = defineRoute({
  method: 'GET',
  path: '/api/login/methods',
  auth: 'public',
  summary:
    'Lists other ways to sign in besides an emailed code: the sign-in provider’s host, if one is configured.',
  response: z.object({ oidc: z.nullable(z.string()) }),
})

export const startOidcSignIn = defineRoute({
  method: 'GET',
  path: '/api/login/oidc',
  auth: 'public',
  transport: 'redirect',
  summary: 'Redirects to the sign-in provider, which returns to `returnTo` signed in.',
  query: z.object({ returnTo: z.optional(z.string().check(z.maxLength(2_048))) }),
})

const callbackParameter = z.optional(z.string().check(z.maxLength(4_096)))

export const handleOidcCallback = defineRoute({
  method: 'GET',
  path: '/api/identity/callback/:provider',
  auth: 'public',
  transport: 'redirect',
  summary: 'Callback URL for the sign-in provider.',
  params: z.object({ provider: z.string().check(z.maxLength(100)) }),
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
  auth: 'public',
  summary: 'Returns WebAuthn request options for signing in with a passkey.',
  response: z.record(z.string(), z.unknown()),
})

export const signInWithPasskey = defineRoute({
  method: 'POST',
  path: '/api/login/passkey',
  auth: 'public',
  summary: 'Signs in with a signed passkey challenge and sets the session cookie.',
  body: z.object({ response: PasskeyAssertion, timeZone: BrowserTimeZone }),
  response: User,
})

const handleMessage = `Use ${limits.handleLength.min} to ${limits.handleLength.max} letters, numbers or underscores`

/** The handle without the @: ASCII only, so that no two handles look alike. Empty for none. */
export const Handle = z
  .pipe(
    z.string({ error: handleMessage }),
    z.transform((text) => text.trim().replace(/^@/, '').toLowerCase()),
  )
  .check(
    z.refine(
      (text) =>
        text === '' ||
        (/^[a-z0-9_]+$/.test(text) &&
          text.length >= limits.handleLength.min &&
          text.length <= limits.handleLength.max),
      handleMessage,
    ),
  )

const linksMessage = `Use up to ${limits.maxProfileLinks} links, one per line`
const linkMessage = 'Enter links that start with https:// or http://, one per line'

const httpUrlPattern = /^https?:\/\/[^\s/?#\\@:]+(?::\d{1,5})?(?:[/?#]\S*)?$/iu

const splitLines = (text: string) => text.split(/\s+/).filter(Boolean)

export const ProfileLinks = z.string({ error: linkMessage }).check(
  z.maxLength(limits.maxProfileLinks * limits.maxLinkUrlLength, linksMessage),
  z.refine((text) => splitLines(text).length <= limits.maxProfileLinks, linksMessage),
  z.refine((text) => splitLines(text).every((link) => httpUrlPattern.test(link)), linkMessage),
)

export const ProfileInput = z.object({
  firstName: DisplayName,
  handle: z.optional(Handle),
  bio: z.optional(MultiLine(limits.maxBioLength)),
  links: z.optional(ProfileLinks),
})

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/api/account',
  auth: 'creator',
  summary:
    'Sets the display name buyers see, the handle, and the bio and links of the creator’s page. What is omitted stays the same.',
  body: ProfileInput,
  response: User,
})

/** An email address that may create an account while sign-up is by invitation. */
const Invitation = z.object({
  id: Id,
  email: z.string(),
  invitedBy: z.string(),
  createdAt: Timestamp,
  /** When an account was created with it. */
  acceptedAt: z.nullable(Timestamp),
})

const Invitations = z.object({ invitations: list(Invitation, limits.maxListed.creatorInvitations) })

export const listCreatorInvitations = defineRoute({
  method: 'GET',
  path: '/api/admin/creator-invitations',
  auth: 'admin',
  summary: 'Lists invited email addresses, newest first; at most 200.',
  response: Invitations,
})

export const inviteCreators = defineRoute({
  method: 'POST',
  path: '/api/admin/creator-invitations',
  auth: 'admin',
  summary: 'Invites email addresses, and emails those that were not invited before.',
  body: z.object({
    emails: z
      .array(Email, { error: 'Enter at least one email address' })
      .check(z.minLength(1, 'Enter at least one email address'), z.maxLength(50, 'Invite up to 50 at once')),
  }),
  response: Invitations,
})

export const withdrawCreatorInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/admin/creator-invitations/:id',
  auth: 'admin',
  summary: 'Withdraws an invitation. An account that was created with it stays.',
  params: IdParams,
  response: Invitations,
})
