import { z } from 'zod'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { Email, Id } from './shapes.ts'

export const User = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  payoutEnabled: z.boolean(),
  payoutMethod: z.string().nullable(),
  payoutEmail: z.string().nullable(),
  plan: z.enum(['creator', 'pro']),
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
  summary: 'Mails a six-digit code; the answer is the same for known and unknown addresses.',
  body: z.object({ email: Email }),
  reply: z.object({ sent: z.literal(true) }),
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

export const updateProfile = route({
  method: 'PATCH',
  path: '/api/account',
  access: 'creator',
  summary: 'Sets the display name that buyers see.',
  body: z.object({
    firstName: z
      .string({ error: 'Enter a display name' })
      .trim()
      .min(1, 'Enter a display name')
      .max(limits.displayName, `At most ${limits.displayName} characters`),
  }),
  reply: User,
})
