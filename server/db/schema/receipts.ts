import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { receiptKinds } from '../../../contract/receipts.ts'
import { taxKinds } from '../../../contract/tax.ts'
import { postingKinds as kinds } from '../../../domain/ledger.ts'
import {
  bigInteger,
  country,
  countryCheck,
  currency,
  currencyCheck,
  enumChecks,
  id,
  minorUnits,
  timeOrderedId,
  timestamptz,
} from './columns.ts'
import { purchases } from './purchases.ts'

/** The seller as printed on a receipt, frozen when it is issued. */
export type ReceiptSeller = {
  name: string
  address: string
  country: string
  registration: string
  vatId: string
  email: string
}

/**
 * Receipts, and the corrections that refunds and disputes make: one document for each posting of a sale, numbered
 * without gaps in each year, in the order of the hash chain. Append-only.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: timeOrderedId(),
    year: integer('year').notNull(),
    /** 1, 2, 3, without gaps in each year. */
    number: integer('number').notNull(),
    kind: text('kind', { enum: receiptKinds }).notNull(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    creatorId: text('creator_id').notNull(),
    postingKind: text('posting_kind', { enum: kinds }).notNull(),
    postingReference: text('posting_reference').notNull(),
    /** The receipt that a correction corrects; null on a receipt, and when the sale is older than receipts. */
    originalId: id('original_id'),
    /** The paid amount with tax, and the tax in it; negative on a credit note. */
    amount: minorUnits('amount').notNull(),
    taxAmount: minorUnits('tax_amount').notNull(),
    taxRateBps: integer('tax_rate_bps').notNull(),
    taxKind: text('tax_kind', { enum: taxKinds }).notNull(),
    currency: currency(),
    buyerCountry: country('buyer_country'),
    businessName: text('business_name').notNull(),
    vatId: text('vat_id').notNull(),
    title: text('title').notNull(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    seller: jsonb('seller').$type<ReceiptSeller>().notNull(),
    /** When the posting was booked, and when the sale was: the tax report counts by these. */
    bookedAt: timestamptz('booked_at').notNull(),
    suppliedAt: timestamptz('supplied_at').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    unique('receipts_year_number_key').on(table.year, table.number),
    unique('receipts_posting_kind_posting_reference_key').on(table.postingKind, table.postingReference),
    index('receipts_purchase_id_idx').on(table.purchaseId),
    index('receipts_booked_at_idx').on(table.bookedAt),
    check('receipts_number_valid', sql`${table.number} > 0`),
    check('receipts_tax_rate_bps_valid', sql`${table.taxRateBps} between 0 and 10000`),
    countryCheck('receipts', table.buyerCountry),
    currencyCheck('receipts', table.currency),
    ...enumChecks('receipts', table),
  ],
)

/** Up to which place of the hash chain receipts are issued. One row, or none before the first. */
export const receiptProgress = pgTable('receipt_progress', {
  id: integer('id').primaryKey(),
  sequence: bigInteger('sequence').notNull(),
})

/** Tax rates by country and kind. The newest one that is valid on the day of the payment applies. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: timeOrderedId(),
    country: country('country').notNull(),
    kind: text('kind', { enum: taxKinds }).notNull(),
    rateBps: integer('rate_bps').notNull(),
    /** The first UTC day. */
    validFrom: date('valid_from').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('tax_rates_country_kind_valid_from_key').on(table.country, table.kind, table.validFrom),
    check('tax_rates_rate_bps_valid', sql`${table.rateBps} between 0 and 10000`),
    countryCheck('tax_rates', table.country),
    ...enumChecks('tax_rates', table),
  ],
)
