import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, requiredReason, Timestamp } from './schemas.ts'

/** Why an item should not be for sale. */
export const contentReportReasons = [
  'illegal',
  'copyright',
  'harmful',
  'misleading',
  'spam',
  'other',
] as const
export const ReportReason = z.enum(contentReportReasons, { error: 'Choose what is wrong' })
export type ReportReason = z.infer<typeof ReportReason>

export const getReportableContent = defineRoute({
  method: 'GET',
  path: '/api/content/:id/report',
  auth: 'public',
  summary: 'The item a report would be about.',
  params: IdParams,
  response: z.object({ id: Id, title: z.string() }),
})

/** A form without scripts: the use case validates it, so that an error can redirect to the form. */
export const reportContentForm = defineRoute({
  method: 'POST',
  path: '/api/content/:id/report',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'Somebody says that an item should not be for sale. Needs no script.',
  params: IdParams,
  body: z.object({
    reason: z._default(z.string().check(z.maxLength(40)), ''),
    details: z._default(z.string().check(z.maxLength(limits.maxMessageLength * 2)), ''),
    email: z._default(z.string().check(z.maxLength(limits.maxEmailLength * 2)), ''),
  }),
})

/** The validated report. */
export const ContentReportInput = z.object({
  reason: ReportReason,
  details: z
    .string()
    .check(
      z.trim(),
      z.maxLength(limits.maxReportDetailsLength, `At most ${limits.maxReportDetailsLength} characters`),
    ),
  email: z.union([Email, z.literal('')]),
})

export const ReportedContent = z.object({
  contentId: Id,
  title: z.string(),
  creator: z.object({ id: Id, name: z.nullable(z.string()), email: z.string() }),
  /** `held` is taken down until restored; `removed` has also revoked the buyers' access. */
  status: z.enum(['on_sale', 'off_sale', 'taken_down', 'access_revoked']),
  takedownReason: z.string(),
  reports: z.array(
    z.object({
      id: Id,
      reason: ReportReason,
      details: z.string(),
      email: z.string(),
      state: z.enum(['open', 'resolved']),
      createdAt: Timestamp,
    }),
  ),
  /** Buyers with active access. */
  buyersWithAccessCount: z.int(),
})
export type ReportedContent = z.infer<typeof ReportedContent>

export const listReportedContent = defineRoute({
  method: 'GET',
  path: '/api/admin/reports',
  auth: 'admin',
  summary:
    'Items that were reported or are held: those with open reports, those held, or those settled; 50 at the most.',
  query: z.object({ state: z._default(z.enum(['open', 'taken_down', 'resolved']), 'open') }),
  response: z.object({
    open: z.int(),
    held: z.int(),
    items: z.array(ReportedContent),
  }),
})

export const takeDownContent = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/take-down',
  auth: 'admin',
  summary:
    'Takes an item off sale and settles its reports; `remove` closes its buyers’ access too. Its creator is told why.',
  params: IdParams,
  body: z.object({ reason: requiredReason('creator'), revokeBuyerAccess: z._default(z.boolean(), false) }),
  response: ReportedContent,
})

export const reinstateContent = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/reinstate',
  auth: 'admin',
  summary: 'Puts a held item back; buyers it was closed to have it again. Its creator is told.',
  params: IdParams,
  response: ReportedContent,
})

export const dismissReports = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/dismiss-reports',
  auth: 'admin',
  summary: 'Nothing is wrong with it: its open reports are settled.',
  params: IdParams,
  response: ReportedContent,
})
