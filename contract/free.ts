import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { IdParams, Timestamp } from './schemas.ts'

/** A text field of a form without scripts. The use case validates it, so that an error can redirect to the form. */
const FormField = z._default(z.string().check(z.maxLength(2_000)), '')

export const requestFreeLink = defineRoute({
  method: 'POST',
  path: '/p/:id/free-link',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Emails the link to a free item whose creator asks for an email address. Redirects to a page that says so, or back to the item.',
  params: IdParams,
  body: z.object({ email: FormField, source: FormField }),
})

/** Encrypted: it names the item and the address, and nobody else can make one. */
export const FreeLinkToken = z.string().check(z.maxLength(2_000))
const FreeLinkParams = z.object({ token: FreeLinkToken })

/** What the link of an email leads to. Reading it takes nothing, because mail scanners open every link. */
export const FreeLink = z.object({
  title: z.string(),
  creator: z.string(),
  contentId: z.int(),
  expiresAt: Timestamp,
})
export type FreeLink = z.infer<typeof FreeLink>

export const getFreeLink = defineRoute({
  method: 'GET',
  path: '/api/free-link/:token',
  auth: 'buyer',
  summary: 'Returns what the link of an email leads to.',
  params: FreeLinkParams,
  response: FreeLink,
})

export const openFreeLink = defineRoute({
  method: 'POST',
  path: '/free/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Opens a free item by the link of an email, which confirms the address: it follows the creator from then on. Redirects to the access page; the same link opens the same one again.',
  params: FreeLinkParams,
})
