import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { IdParams, list, Timestamp } from './schemas.ts'
import { MultiLine, RequiredMultiLine, SingleLine } from './text.ts'
import { versionLimits } from './version-limits.ts'

/** What a creator tells the buyers of an item about a change. */
export const ContentVersion = z.object({
  /** What the creator calls the version, `2.1`; empty for none. */
  number: z.string(),
  notes: z.string(),
  createdAt: Timestamp,
})
export type ContentVersion = z.infer<typeof ContentVersion>

const VersionNumber = SingleLine(versionLimits.maxNumberLength)
export const noNotesMessage = 'Say what’s new'

/** The fields of the edit form for a note that is added with the change. Without notes nothing is added. */
export const versionFields = {
  versionNumber: z._default(VersionNumber, ''),
  versionNotes: z._default(MultiLine(versionLimits.maxNotesLength), ''),
  emailBuyers: z._default(z.enum(['true', 'false']), 'false'),
}

export const listContentVersions = defineRoute({
  method: 'GET',
  path: '/api/content/:id/versions',
  auth: 'creator',
  scope: 'items:read',
  summary:
    'Returns the notes on an own item, newest first, how many people an email about it would reach, and when the next one may be sent.',
  params: IdParams,
  response: z.object({
    versions: list(ContentVersion, limits.maxListed.contentVersions),
    /** The addresses with access that have not turned off updates of this item. */
    buyerCount: z.int(),
    /** When buyers were last emailed, and from when on they may be again; null when they may be now. */
    lastEmailedAt: z.nullable(Timestamp),
    nextEmailAt: z.nullable(Timestamp),
  }),
})

export const addContentVersion = defineRoute({
  method: 'POST',
  path: '/api/content/:id/versions',
  auth: 'creator',
  scope: 'items:write',
  summary:
    'Adds a note for the buyers of an item, and emails it to them when asked to: at most once in 24 hours for each item. The same note again changes nothing.',
  params: IdParams,
  body: z.object({
    number: z._default(VersionNumber, ''),
    notes: RequiredMultiLine(versionLimits.maxNotesLength, noNotesMessage),
    emailBuyers: z._default(z.boolean(), false),
  }),
  response: ContentVersion,
})

/** Proves that the caller reads the buyer's email. */
const TokenParams = z.object({ token: z.string().check(z.regex(/^\d{1,16}\.[A-Za-z0-9_-]{43}$/)) })

export const getItemUpdates = defineRoute({
  method: 'GET',
  path: '/api/item-updates/:token',
  auth: 'public',
  summary: 'Returns which item an emailed link is about, and whether its updates are on. Changes nothing.',
  params: TokenParams,
  response: z.object({ title: z.string(), isOn: z.boolean() }),
})

export const stopItemUpdates = defineRoute({
  method: 'POST',
  path: '/stop-updates/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Ends emails about updates of one item: by the emailed page’s form, or in one click by the mail program (RFC 8058).',
  params: TokenParams,
  body: z.object({ page: z.optional(z.string()) }),
})

export const resumeItemUpdates = defineRoute({
  method: 'POST',
  path: '/resume-updates/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'Turns them on again, by the emailed page’s form.',
  params: TokenParams,
  body: z.object({}),
})
