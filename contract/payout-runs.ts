import { z } from 'zod'
import { limits } from './limits.ts'
import { Currency, MoneyText } from './money.ts'
import { Payout, PayoutMethod, payoutStates, payoutWays, skipReasons } from './payouts.ts'
import { route } from './route.ts'
import { Id, IdParams, Place, Timestamp } from './shapes.ts'

/** A UTC month. */
export const Period = z.object({
  month: z.coerce.number().int().min(1).max(12),
  year: z.coerce.number().int().min(limits.adminYears.first).max(limits.adminYears.last),
})

const Payee = z.object({
  userId: Id,
  name: z.string().nullable(),
  email: z.string(),
  /** What a payout could pay; below zero after refunds of what was paid out. */
  amount: MoneyText,
})
const Skipped = Payee.extend({ reason: z.enum(skipReasons), sentence: z.string() })
export type Skipped = z.infer<typeof Skipped>

export const previewPayouts = route({
  method: 'GET',
  path: '/api/admin/payout-preview',
  access: 'admin',
  summary:
    'Who a run for a UTC month would pay now, and who is skipped and why; the first 100 of each by amount.',
  query: Period,
  reply: z.object({
    currency: Currency,
    /** All of it, also of those that are not listed. */
    total: MoneyText,
    paying: z.number().int(),
    skipping: z.number().int(),
    pays: z.array(Payee.extend({ payoutMethod: z.enum(payoutWays), payoutEmail: z.string() })),
    skips: z.array(Skipped),
    /** Why nobody can be paid on this instance; null where payouts are made. */
    closed: z.string().nullable(),
  }),
})

/** 'Process All Payouts', once: it goes on by itself, also after a stop. */
export const PayoutRun = z.object({
  id: Id,
  month: z.number().int(),
  year: z.number().int(),
  state: z.enum(['running', 'done']),
  /** Creators looked at, of all; those of them that were paid and that were skipped. */
  done: z.number().int(),
  total: z.number().int(),
  processed: z.number().int(),
  skipped: z.number().int(),
  amount: MoneyText,
  currency: Currency,
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type PayoutRun = z.infer<typeof PayoutRun>

export const getPayoutRun = route({
  method: 'GET',
  path: '/api/admin/payout-runs/:id',
  access: 'admin',
  summary: 'How far a run has come, and the first 100 of those it skipped.',
  params: IdParams,
  reply: PayoutRun.extend({ skips: z.array(Skipped) }),
})

export const AdminPayout = Payout.extend({
  userId: Id,
  name: z.string().nullable(),
  email: z.string(),
  month: z.number().int(),
  year: z.number().int(),
  /** What may be done with it by hand. */
  canBePaid: z.boolean(),
  canBeReturned: z.boolean(),
})
export type AdminPayout = z.infer<typeof AdminPayout>

export const listPayouts = route({
  method: 'GET',
  path: '/api/admin/payouts',
  access: 'admin',
  summary: 'Payouts, newest first, 50 at a time; `next` asks for the next ones.',
  query: Period.partial().extend({
    state: z.enum(payoutStates).optional(),
    method: z.enum(payoutWays).optional(),
    before: Place.optional(),
  }),
  reply: z.object({ payouts: z.array(AdminPayout), next: z.string().nullable() }),
})

const Reference = z
  .string({ error: 'Enter the reference of the payment' })
  .trim()
  .min(1, 'Enter the reference of the payment')
  .max(limits.payoutReference, 'This reference is too long')
const Notes = z.string().trim().max(limits.payoutNotes, 'This is too long')

export const markPayoutPaid = route({
  method: 'POST',
  path: '/api/admin/payouts/:id/paid',
  access: 'admin',
  summary: 'A person has paid it: notes the bank’s reference and tells the creator.',
  params: IdParams,
  body: z.object({ reference: Reference, notes: Notes.optional() }),
  reply: AdminPayout,
})

export const returnPayout = route({
  method: 'POST',
  path: '/api/admin/payouts/:id/returned',
  access: 'admin',
  summary: 'It did not arrive, or is called back: the creator has the money again and is told why.',
  params: IdParams,
  body: z.object({
    notes: Notes.min(1, 'Say why: the creator reads it'),
  }),
  reply: AdminPayout,
})

export const exportPayoutFile = route({
  method: 'GET',
  path: '/api/admin/payout-file',
  access: 'admin',
  transport: 'file',
  summary: 'What a person has to pay by one method: a file for PayPal or Wise to read, or a plain CSV.',
  query: Period.extend({ method: PayoutMethod }),
})
