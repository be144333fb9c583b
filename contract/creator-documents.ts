import * as z from 'zod/mini'
import { documentTypes } from './admin-documents.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'

const Year = z.coerce
  .number({ error: 'Choose a year' })
  .check(z.int('Choose a year'), z.gte(2000, 'Choose a year'), z.lte(2199, 'Choose a year'))
export const YearQuery = z.object({ year: Year })

/** What a creator sold, gave and got in a year, in the order in which it adds up. */
export const CreatorYear = z.object({
  saleCount: z.int(),
  sold: DecimalString,
  /** Refunds and disputes, 0 or negative. */
  returned: DecimalString,
  tax: DecimalString,
  fee: DecimalString,
  earned: DecimalString,
  payoutCount: z.int(),
  paidOut: DecimalString,
})
export type CreatorYear = z.infer<typeof CreatorYear>

export const listOwnDocuments = defineRoute({
  method: 'GET',
  path: '/api/documents',
  auth: 'creator',
  scope: 'payouts:read',
  summary:
    'Returns a creator’s documents of a year by the site’s clock, newest first: statements of payouts, and invoices of Pro with their credit notes; and the sums of the year.',
  query: YearQuery,
  response: z.object({
    currency: Currency,
    /** Whether it is the current year. */
    isRunning: z.boolean(),
    /** The years with sales or documents, newest first. */
    years: z.array(z.int()),
    year: CreatorYear,
    documents: list(
      z.object({
        id: Id,
        number: z.string(),
        type: z.enum(documentTypes),
        at: Timestamp,
        amount: DecimalString,
      }),
      limits.maxListed.creatorDocuments,
    ),
  }),
})

export const getOwnDocumentPdf = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/pdf',
  auth: 'creator',
  scope: 'payouts:read',
  transport: 'file',
  summary: 'Returns one of a creator’s documents as it was issued, as PDF.',
  params: IdParams,
})

export const getOwnYearPdf = defineRoute({
  method: 'GET',
  path: '/api/documents/year',
  auth: 'creator',
  scope: 'payouts:read',
  transport: 'file',
  summary: 'Returns the sums of a creator’s year on one page, as PDF.',
  query: YearQuery,
})

export const getOwnArchive = defineRoute({
  method: 'GET',
  path: '/api/documents/archive',
  auth: 'creator',
  scope: 'payouts:read',
  transport: 'file',
  summary:
    'Returns a ZIP of a year: its sums on one page, the sales as CSV without their buyers, each statement as PDF and CSV, and each invoice of Pro.',
  query: YearQuery,
})
