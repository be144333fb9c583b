import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { PaidPayoutInput, PayoutPeriod } from './payout-runs.ts'
import { manualPayoutMethods, payoutStates } from './payouts.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'
import { RequiredSingleLine } from './text.ts'

/**
 * The kinds of payout files: PayPal's (with Venmo), Wise's by email and to bank accounts, a SEPA credit transfer, a NACHA
 * file, and a table for everything that a person pays one by one.
 */
export const payoutFileFormats = ['paypal', 'wise_email', 'wise_bank', 'sepa', 'ach', 'csv'] as const
export type PayoutFileFormat = (typeof payoutFileFormats)[number]

/** The result files that are read: PayPal's, Wise's, a bank's `pain.002`, and our table filled in. */
export const payoutResultKinds = ['paypal', 'wise', 'pain.002', 'table'] as const
export type PayoutResultKind = (typeof payoutResultKinds)[number]

/** `recording` while a result is being recorded, `done` when no payout of it is processing any more. */
export const payoutBatchStates = ['new', 'downloaded', 'recording', 'done'] as const

export const PayoutBatch = z.object({
  id: Id,
  /** Year, month and count: `2611-1`. */
  number: z.string(),
  method: z.enum(manualPayoutMethods),
  format: z.enum(payoutFileFormats),
  state: z.enum(payoutBatchStates),
  payoutCount: z.int(),
  amount: DecimalString,
  currency: Currency,
  /** Of `payoutCount`, those by their state. */
  processingCount: z.int(),
  paidCount: z.int(),
  returnedCount: z.int(),
  maxRows: z.int(),
  createdAt: Timestamp,
  /** The first download, which fixes the file's bytes. */
  downloadedAt: z.nullable(Timestamp),
  downloadedBy: z.nullable(z.string()),
  sha256: z.nullable(z.string()),
  /** Why the file can't be made now; null when it can. */
  missing: z.nullable(z.string()),
})
export type PayoutBatch = z.infer<typeof PayoutBatch>

export const listPayoutBatches = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-batches',
  auth: 'admin',
  summary: 'Lists the batches of a UTC month’s payouts, and what is in none yet.',
  query: PayoutPeriod,
  response: z.object({
    currency: Currency,
    batches: list(PayoutBatch, limits.maxListed.payoutBatches),
    /** Payouts of the month to make manually that are in no batch. */
    unbatchedCount: z.int(),
    unbatchedAmount: DecimalString,
  }),
})

export const makePayoutBatches = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches',
  auth: 'admin',
  summary: 'Puts the payouts that are in no batch into batches by method and currency. A run does it too.',
  body: z.object({}),
  response: z.object({ batches: list(PayoutBatch, limits.maxListed.payoutBatches) }),
})

const BatchPayout = z.object({
  id: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  /** Masked. */
  payoutEmail: z.string(),
  amount: DecimalString,
  state: z.enum(payoutStates),
  reference: z.nullable(z.string()),
  notes: z.nullable(z.string()),
})
export type BatchPayout = z.infer<typeof BatchPayout>

const BatchResult = z.object({
  /** The name of the file; null when all were marked at once. */
  fileName: z.nullable(z.string()),
  paidCount: z.int(),
  returnedCount: z.int(),
  recordedAt: Timestamp,
  recordedBy: z.string(),
})

export const getPayoutBatch = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-batches/:id',
  auth: 'admin',
  summary: 'Returns a batch with its first 100 payouts, the largest first, and the results recorded for it.',
  params: IdParams,
  response: z.extend(PayoutBatch, {
    payouts: list(BatchPayout, limits.maxListed.payoutPreview),
    restCount: z.int(),
    restAmount: DecimalString,
    results: list(BatchResult, limits.maxListed.payoutBatches),
    /** Why payouts are disabled on this instance; null when they are enabled. */
    disabledReason: z.nullable(z.string()),
  }),
})

export const downloadPayoutBatch = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/file',
  auth: 'admin',
  transport: 'file',
  summary:
    'Returns the batch’s file with the whole payout details, the same bytes at each download. The first download fixes them, and the batch can’t be dissolved after it. In the audit log.',
  params: IdParams,
})

export const dissolvePayoutBatch = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/dissolve',
  auth: 'admin',
  summary: 'Dissolves a batch whose file was not downloaded. Its payouts are in no batch then.',
  params: IdParams,
  response: z.object({ number: z.string() }),
})

export const PaidBatchInput = z.object({
  reference: PaidPayoutInput.shape.reference,
  /** The day on which the money was sent, `2026-11-26`. */
  paidOn: z
    .string({ error: 'Choose the day on which you paid' })
    .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Choose the day on which you paid')),
})

export const markPayoutBatchPaid = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/paid',
  auth: 'admin',
  summary: 'Marks every payout of a batch that is still processing as paid, and tells the creators.',
  params: IdParams,
  body: PaidBatchInput,
  response: z.object({ count: z.int() }),
})

const ResultFileInput = z.object({
  name: RequiredSingleLine(200, 'Choose a file'),
  text: z
    .string({ error: 'Choose a file' })
    .check(
      z.minLength(1, 'This file is empty.'),
      z.maxLength(limits.maxPayoutResultLength, 'This file is larger than 2 MB. Is it the right one?'),
    ),
})

const ResultPayout = z.object({
  payoutId: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  amount: DecimalString,
  outcome: z.enum(['paid', 'returned', 'waiting']),
  reason: z.nullable(z.string()),
})

const Sum = z.object({ count: z.int(), amount: DecimalString })

/** A result file that was read and not recorded. */
export const PayoutResult = z.object({
  kind: z.enum(payoutResultKinds),
  currency: Currency,
  rowCount: z.int(),
  paid: Sum,
  waiting: Sum,
  returned: Sum,
  /** Rows that say what is recorded already. */
  recordedCount: z.int(),
  unmatchedCount: z.int(),
  /** The returned and the waiting ones first; the first 100. */
  payouts: list(ResultPayout, limits.maxListed.payoutPreview),
  /** Rows that are not recorded, each with what is wrong and what to do. */
  problems: list(z.object({ title: z.string(), text: z.string() }), limits.maxListed.payoutPreview),
  /** When this file was recorded before; nothing changes then. */
  recordedAt: z.nullable(Timestamp),
})
export type PayoutResult = z.infer<typeof PayoutResult>

export const readPayoutResult = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/result-preview',
  auth: 'admin',
  isReadOnly: true,
  summary: 'Reads a provider’s result file and returns what it would record. Changes nothing.',
  params: IdParams,
  body: ResultFileInput,
  response: PayoutResult,
})

export const recordPayoutResult = defineRoute({
  method: 'POST',
  path: '/api/admin/payout-batches/:id/result',
  auth: 'admin',
  summary:
    'Records a provider’s result file: paid and returned payouts, matched by their number. The same file changes nothing a second time.',
  params: IdParams,
  body: ResultFileInput,
  response: z.object({ paidCount: z.int(), returnedCount: z.int() }),
})
