import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { Payout, payoutMethods, payoutStates, skipReasons } from './payouts.ts'
import { defineRoute } from './route.ts'
import { Cursor, Id, IdParams, list, Timestamp } from './schemas.ts'
import { MultiLine, RequiredSingleLine } from './text.ts'

/** A UTC month. */
export const PayoutPeriod = z.object({
  month: z.coerce.number().check(z.int(), z.gte(1), z.lte(12)),
  year: z.coerce.number().check(z.int(), z.gte(limits.adminYears.first), z.lte(limits.adminYears.last)),
})

const Payee = z.object({
  userId: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  /** The amount of a payout now; negative after refunds of paid-out sales. */
  amount: DecimalString,
})
const SkippedPayee = z.extend(Payee, { reason: z.enum(skipReasons), message: z.string() })
export type SkippedPayee = z.infer<typeof SkippedPayee>

export const previewPayouts = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-preview',
  auth: 'admin',
  summary:
    'Previews who a run for a UTC month would pay, and who it would skip and why; the first 100 of each, by amount.',
  query: PayoutPeriod,
  response: z.object({
    currency: Currency,
    /** The total, including creators that are not listed. */
    total: DecimalString,
    payableCount: z.int(),
    /** How many of those are paid manually; transfers are automatic. */
    manualCount: z.int(),
    /** The part of the total that is sent by transfer, from the balance at the card provider. */
    transferTotal: DecimalString,
    skippedCount: z.int(),
    payable: list(
      z.extend(Payee, { payoutMethod: z.enum(payoutMethods), payoutEmail: z.string() }),
      limits.maxListed.payoutPreview,
    ),
    skipped: list(
      z.extend(SkippedPayee, {
        /** Whether a reminder may be sent now, and when the last one was. */
        canRemind: z.boolean(),
        reminderSentAt: z.nullable(Timestamp),
      }),
      limits.maxListed.payoutPreview,
    ),
    /** Why payouts are disabled on this instance; null when they are enabled. */
    disabledReason: z.nullable(z.string()),
  }),
})

/** One press of 'Process All Payouts'. It runs in the background and resumes after a restart. */
export const PayoutRun = z.object({
  id: Id,
  month: z.int(),
  year: z.int(),
  state: z.enum(['running', 'completed']),
  /** Creators processed so far, creators in total, creators paid, and creators skipped. */
  processedCount: z.int(),
  total: z.int(),
  paidCount: z.int(),
  skippedCount: z.int(),
  /** Of `paidCount`, those to pay manually: no money has moved for them yet. */
  manualCount: z.int(),
  manualAmount: DecimalString,
  /** Of the transfers among `paidCount`, those that were not made yet, and those that failed or were returned. */
  waitingCount: z.int(),
  failedCount: z.int(),
  amount: DecimalString,
  currency: Currency,
  createdAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
})
export type PayoutRun = z.infer<typeof PayoutRun>

export const getPayoutRun = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-runs/:id',
  auth: 'admin',
  summary: 'Returns a run’s progress and the first 100 creators it skipped.',
  params: IdParams,
  response: z.extend(PayoutRun, { skipped: list(SkippedPayee, limits.maxListed.payoutPreview) }),
})

export const getPayoutCalendar = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-calendar',
  auth: 'admin',
  summary: 'Returns when payouts start automatically, and the last run that did.',
  response: z.object({
    /** The day of the month; 0 when an admin starts payouts. */
    dayOfMonth: z.int(),
    /** The start of the next run and the month that it pays; null without a calendar. */
    nextRun: z.nullable(z.object({ at: Timestamp, month: z.int(), year: z.int() })),
    lastRun: z.nullable(PayoutRun),
    /** Why payouts are disabled on this instance; null when they are enabled. */
    disabledReason: z.nullable(z.string()),
  }),
})

export const AdminPayout = z.extend(Payout, {
  userId: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  month: z.int(),
  year: z.int(),
  /** The provider's code for a rejection or delay. */
  providerCode: z.nullable(z.string()),
  /** Allowed manual actions. */
  canBePaid: z.boolean(),
  canBeReturned: z.boolean(),
})
export type AdminPayout = z.infer<typeof AdminPayout>

export const listPayouts = defineRoute({
  method: 'GET',
  path: '/api/admin/payouts',
  auth: 'admin',
  summary: 'Lists payouts, newest first, 50 at a time. Pass `next` for the next page.',
  query: z.extend(z.partial(PayoutPeriod), {
    state: z.optional(z.enum(payoutStates)),
    method: z.optional(z.enum(payoutMethods)),
    cursor: z.optional(Cursor),
  }),
  response: z.object({ payouts: list(AdminPayout), next: z.nullable(z.string()) }),
})

const Reference = RequiredSingleLine(limits.maxPayoutReferenceLength, 'Enter the payment reference')
const Notes = MultiLine(limits.maxPayoutNotesLength)

export const PaidPayoutInput = z.object({ reference: Reference, notes: z.optional(Notes) })

export const markPayoutPaid = defineRoute({
  method: 'POST',
  path: '/api/admin/payouts/:id/paid',
  auth: 'admin',
  summary: 'Marks a payout as paid, saves the bank’s reference and tells the creator.',
  params: IdParams,
  body: PaidPayoutInput,
  response: AdminPayout,
})

export const ReturnedPayoutInput = z.object({
  notes: Notes.check(z.minLength(1, 'Enter a reason for the creator')),
})

export const markPayoutReturned = defineRoute({
  method: 'POST',
  path: '/api/admin/payouts/:id/returned',
  auth: 'admin',
  summary: 'Marks a payout as returned: the money goes back to the creator’s balance and they’re told why.',
  params: IdParams,
  body: ReturnedPayoutInput,
  response: AdminPayout,
})

export const getPayoutFunds = defineRoute({
  method: 'GET',
  path: '/api/admin/payout-funds',
  auth: 'admin',
  summary:
    'Returns what the balance at the card provider can transfer now, and what transfers that are not made yet need.',
  response: z.object({
    currency: Currency,
    /**
     * `limited`: the amounts say what can be transferred. `unlimited`: the provider has no such balance.
     * `unavailable`: it does not respond.
     */
    state: z.enum(['limited', 'unlimited', 'unavailable']),
    available: z.nullable(DecimalString),
    /** What settles later. */
    pending: z.nullable(DecimalString),
    /** Currencies of balances that transfers cannot use. */
    otherCurrencies: z.array(Currency),
    /** All transfers that are not made yet. */
    unsentCount: z.int(),
    /** Transfers that the balance did not cover; they are sent automatically. */
    waitingCount: z.int(),
    waitingAmount: DecimalString,
    /** What the balance lacks for all transfers that are not made; null when nothing, or unknown. */
    missingAmount: z.nullable(DecimalString),
    /** The last payout to the platform's own bank failed. */
    platformPayoutFailure: z.nullable(z.object({ message: z.string(), since: Timestamp })),
  }),
})
