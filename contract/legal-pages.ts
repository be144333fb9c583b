import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, list, Timestamp } from './schemas.ts'

/** The legal pages, in the order of the footer. Each is at the address of its name. */
export const legalPageNames = ['terms', 'privacy', 'refunds', 'imprint'] as const
export type LegalPageName = (typeof legalPageNames)[number]

const PageName = z.enum(legalPageNames, { error: 'There is no such page' })
const PageParams = z.object({ page: PageName })

export const LegalPage = z.object({
  page: PageName,
  title: z.string(),
  /** Made from Markdown, without any HTML of its author. */
  html: z.string(),
  /** When this version was published; null for the starting text, which nobody has checked. */
  publishedAt: z.nullable(Timestamp),
})
export type LegalPage = z.infer<typeof LegalPage>

export const getLegalPage = defineRoute({
  method: 'GET',
  path: '/api/legal/:page',
  auth: 'public',
  summary: 'Returns the terms, the privacy policy, the refund policy or the imprint.',
  params: PageParams,
  response: LegalPage,
})

const LegalPageVersion = z.object({
  id: Id,
  markdown: z.string(),
  publishedBy: z.string(),
  publishedAt: Timestamp,
})
export type LegalPageVersion = z.infer<typeof LegalPageVersion>

export const LegalPageSource = z.object({
  page: PageName,
  title: z.string(),
  /** The published text, or the starting text. */
  markdown: z.string(),
  startingText: z.string(),
  /** The published versions, newest first; at most 50. */
  versions: list(LegalPageVersion, limits.maxListed.legalPageVersions),
  /** What `{{name}}` in the text is replaced with. */
  placeholders: z.array(z.object({ name: z.string(), description: z.string() })),
})
export type LegalPageSource = z.infer<typeof LegalPageSource>

export const getLegalPageSource = defineRoute({
  method: 'GET',
  path: '/api/admin/legal-pages/:page',
  auth: 'admin',
  summary: 'Returns the Markdown of a legal page with its earlier versions.',
  params: PageParams,
  response: LegalPageSource,
})

const Markdown = z.string({ error: 'Enter a text' }).check(
  z.trim(),
  z.minLength(1, 'Enter a text'),
  z.maxLength(limits.maxLegalPageLength, {
    // A function, because the first formatted number of a process takes 20 ms.
    error: () => `Use ${limits.maxLegalPageLength.toLocaleString('en-US')} characters or fewer`,
  }),
)

export const previewLegalPage = defineRoute({
  method: 'POST',
  path: '/api/admin/legal-pages/:page/preview',
  auth: 'admin',
  isReadOnly: true,
  summary: 'Returns the page for a text that is not published.',
  params: PageParams,
  body: z.object({ markdown: Markdown }),
  response: LegalPage,
})

export const publishLegalPage = defineRoute({
  method: 'POST',
  path: '/api/admin/legal-pages/:page',
  auth: 'admin',
  summary:
    'Publishes a new version. `basedOn` is the version that was edited; 409 when there is a newer one.',
  params: PageParams,
  body: z.object({ markdown: Markdown, basedOn: z.nullable(Id) }),
  response: LegalPageSource,
})
