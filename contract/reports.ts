import { z } from 'zod'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { Email, Id, IdParams, reasonFor, Timestamp } from './shapes.ts'

/** Why an item should not be for sale. */
export const reportReasons = ['illegal', 'copyright', 'harmful', 'misleading', 'spam', 'other'] as const
export const ReportReason = z.enum(reportReasons, { error: 'Choose what is wrong' })
export type ReportReason = z.infer<typeof ReportReason>

export const getReportable = route({
  method: 'GET',
  path: '/api/content/:id/report',
  access: 'anyone',
  summary: 'The item a report would be about.',
  params: IdParams,
  reply: z.object({ id: Id, title: z.string() }),
})

/** What the browser sends by itself: checked in the service, so that a refusal leads back to the form. */
export const reportContentForm = route({
  method: 'POST',
  path: '/api/content/:id/report',
  access: 'anyone',
  transport: 'form',
  summary: 'Somebody says that an item should not be for sale. Needs no script.',
  params: IdParams,
  body: z.object({
    reason: z.string().max(40).default(''),
    details: z
      .string()
      .max(limits.message * 2)
      .default(''),
    email: z
      .string()
      .max(limits.email * 2)
      .default(''),
  }),
})

/** The same, as it is kept. */
export const ReportBody = z.object({
  reason: ReportReason,
  details: z.string().trim().max(limits.reportDetails, `At most ${limits.reportDetails} characters`),
  email: Email.or(z.literal('')),
})

export const ReportedContent = z.object({
  contentId: Id,
  title: z.string(),
  creator: z.object({ id: Id, name: z.string().nullable(), email: z.string() }),
  /** `held` is off sale until it is released; `removed` closed its buyers' access too. */
  standing: z.enum(['on sale', 'off sale', 'held', 'removed']),
  heldReason: z.string(),
  reports: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      details: z.string(),
      email: z.string(),
      state: z.enum(['open', 'done']),
      createdAt: Timestamp,
    }),
  ),
  /** Buyers who have access now. */
  buyers: z.number().int(),
})
export type ReportedContent = z.infer<typeof ReportedContent>

export const listReportedContent = route({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary:
    'Items that were reported or are held: those with open reports, those held, or those settled; 50 at the most.',
  query: z.object({ state: z.enum(['open', 'held', 'done']).default('open') }),
  reply: z.object({ open: z.number().int(), held: z.number().int(), items: z.array(ReportedContent) }),
})

export const holdContent = route({
  method: 'POST',
  path: '/api/admin/content/:id/hold',
  access: 'admin',
  summary:
    'Takes an item off sale and settles its reports; `remove` closes its buyers’ access too. Its creator is told why.',
  params: IdParams,
  body: z.object({ reason: reasonFor('creator'), remove: z.boolean().default(false) }),
  reply: ReportedContent,
})

export const releaseContent = route({
  method: 'POST',
  path: '/api/admin/content/:id/release',
  access: 'admin',
  summary: 'Puts a held item back; buyers it was closed to have it again. Its creator is told.',
  params: IdParams,
  reply: ReportedContent,
})

export const dismissReports = route({
  method: 'POST',
  path: '/api/admin/content/:id/dismiss-reports',
  access: 'admin',
  summary: 'Nothing is wrong with it: its open reports are settled.',
  params: IdParams,
  reply: ReportedContent,
})
