import * as z from 'zod/mini'
import { SearchQuery } from './admin-overview.ts'
import { Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, PageNumber, pageFields, Timestamp } from './schemas.ts'
import { taxTreatments } from './tax.ts'

/** What people call a document, by its kind and by what it is about. */
export const documentTypes = [
  'receipt',
  'credit_note',
  'credit_note_reversal',
  'pro_invoice',
  'statement',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** A year, a quarter or a month, by the site's clock: `2026`, `2026-Q4`, `2026-11`. */
export const periodPattern = /^(20\d\d|21\d\d)(?:-(?:Q([1-4])|(0[1-9]|1[0-2])))?$/
const Period = z
  .string({ error: 'Choose a period' })
  .check(z.regex(periodPattern, 'Enter a period like 2026, 2026-Q4 or 2026-11'))
export const PeriodQuery = z.object({ period: Period })

export const ListedDocument = z.object({
  id: Id,
  number: z.string(),
  type: z.enum(documentTypes),
  bookedAt: Timestamp,
  order: z.nullable(OrderNumber),
  /** The item, the business, or the creator who was paid. */
  name: z.string(),
  businessName: z.string(),
  vatId: z.string(),
  treatment: z.enum(taxTreatments),
  /** The number of the document that it corrects. */
  corrects: z.nullable(z.string()),
  amount: DecimalString,
  taxAmount: DecimalString,
  currency: Currency,
})
export type ListedDocument = z.infer<typeof ListedDocument>

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/api/admin/documents',
  auth: 'admin',
  summary:
    'Returns the documents booked in a year, quarter or month, newest first, 50 per page: of one type, or with a number, order, name or VAT ID that matches `q`.',
  query: z.extend(PeriodQuery, {
    type: z._default(z.enum(['all', ...documentTypes]), 'all'),
    q: SearchQuery,
    page: PageNumber,
  }),
  response: z.object({ documents: list(ListedDocument), ...pageFields }),
})

export const getDocumentTotals = defineRoute({
  method: 'GET',
  path: '/api/admin/document-totals',
  auth: 'admin',
  summary:
    'Returns the sum and the tax of each type of document in a year, quarter or month, and what the last nightly check of all documents found.',
  query: PeriodQuery,
  response: z.object({
    currency: Currency,
    timeZone: z.string(),
    /** Why there is no file for DATEV of this period, as a sentence; null when there is one. */
    datevProblem: z.nullable(z.string()),
    totals: z.array(
      z.object({
        type: z.enum(documentTypes),
        count: z.int(),
        amount: DecimalString,
        taxAmount: DecimalString,
      }),
    ),
    /** Null before the first night. */
    check: z.nullable(
      z.object({
        checkedAt: Timestamp,
        /** The first and the last number of each series and year. */
        ranges: z.array(z.object({ first: z.string(), last: z.string() })),
        /** `2026-000377 is missing.` */
        problems: z.array(z.string()),
        /** Whether this night has read every file; more than 20,000 documents take several. */
        hasReadAll: z.boolean(),
      }),
    ),
  }),
})

export const getDocumentPdf = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/:id/pdf',
  auth: 'admin',
  transport: 'file',
  summary: 'Returns a document as it was issued, as PDF: the same bytes for every request.',
  params: IdParams,
})

export const getDocumentsArchive = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/archive',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns a ZIP of a year, quarter or month: each document as PDF, the list of them, the ledger’s entries, and a sheet that adds them up.',
  query: PeriodQuery,
})

export const getDocumentsCsv = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/list',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns the documents of a year, quarter or month as CSV, in the order of their numbers. The columns are described in docs/operate/accountant.md.',
  query: PeriodQuery,
})

export const getDatevFile = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/datev',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns the documents of a year, quarter or month as a posting batch in DATEV’s format (EXTF). 409 until the settings have what the adviser gives.',
  query: PeriodQuery,
})

export const getLedgerCsv = defineRoute({
  method: 'GET',
  path: '/api/admin/documents/ledger',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns the ledger’s entries of a year, quarter or month as CSV, in the order in which they were booked. The columns are described in docs/operate/accountant.md.',
  query: PeriodQuery,
})
