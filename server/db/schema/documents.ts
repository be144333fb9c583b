import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { documentKinds, documentSeries } from '../../../contract/documents.ts'
import { taxKinds, taxTreatments } from '../../../contract/tax.ts'
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
  taxRateCheck,
  timeOrderedId,
  timestamptz,
} from './columns.ts'
import { payouts } from './payouts.ts'
import { purchases } from './purchases.ts'
import { invoices } from './subscriptions.ts'

/** The seller as printed on a document, frozen when it is issued. */
export type DocumentSeller = {
  name: string
  address: string
  country: string
  registration: string
  vatId: string
  email: string
}

/**
 * What says where a buyer is: what they stated, their card's bank, a business's number, or what they answered when the first two
 * differ.
 */
export type CountryEvidence = { source: 'stated' | 'card' | 'vat_id' | 'answer'; country: string }

/**
 * Numbered documents of a sale, a payment of Pro or a payout: receipts and invoices, and the credit notes that refunds,
 * disputes and corrections make. Numbered without gaps in each series and year. Append-only.
 */
export const documents = pgTable(
  'documents',
  {
    id: timeOrderedId(),
    series: text('series', { enum: documentSeries }).notNull(),
    /** By the site's clock (`domain/dates.ts`). */
    year: integer('year').notNull(),
    /** 1, 2, 3, without gaps in each series and year. */
    number: integer('number').notNull(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    /** What it is about: exactly one of these. */
    purchaseId: id('purchase_id').references(() => purchases.id),
    proInvoiceId: id('pro_invoice_id').references(() => invoices.id),
    payoutId: id('payout_id').references(() => payouts.id),
    creatorId: text('creator_id').notNull(),
    /** What it was issued for; null on a correction that moves no money. */
    postingKind: text('posting_kind', { enum: kinds }),
    postingReference: text('posting_reference'),
    /** The document that a correction corrects; null on others, and when the sale is older than documents. */
    originalId: id('original_id'),
    /** The paid amount with tax, and the tax in it; negative on a credit note. */
    amount: minorUnits('amount').notNull(),
    taxAmount: minorUnits('tax_amount').notNull(),
    taxRateMillionths: integer('tax_rate_millionths').notNull(),
    taxKind: text('tax_kind', { enum: taxKinds }).notNull(),
    taxTreatment: text('tax_treatment', { enum: taxTreatments }).notNull(),
    currency: currency(),
    /** Where the buyer is, which decides the tax, and what says so. */
    buyerCountry: country('buyer_country'),
    buyerRegion: text('buyer_region').notNull(),
    evidence: jsonb('evidence').$type<Array<CountryEvidence>>().notNull(),
    businessName: text('business_name').notNull(),
    businessAddress: text('business_address').notNull(),
    vatId: text('vat_id').notNull(),
    title: text('title').notNull(),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    seller: jsonb('seller').$type<DocumentSeller>().notNull(),
    /** When the posting was booked, and when the sale was: the tax report counts by these. */
    bookedAt: timestamptz('booked_at').notNull(),
    suppliedAt: timestamptz('supplied_at').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    unique('documents_series_year_number_key').on(table.series, table.year, table.number),
    unique('documents_posting_kind_posting_reference_key').on(table.postingKind, table.postingReference),
    index('documents_purchase_id_idx').on(table.purchaseId),
    index('documents_pro_invoice_id_idx').on(table.proInvoiceId),
    index('documents_payout_id_idx').on(table.payoutId),
    index('documents_creator_id_issued_at_idx').on(table.creatorId, table.issuedAt),
    index('documents_booked_at_idx').on(table.bookedAt),
    check('documents_number_valid', sql`${table.number} > 0`),
    check(
      'documents_subject_valid',
      sql`num_nonnulls(${table.purchaseId}, ${table.proInvoiceId}, ${table.payoutId}) = 1`,
    ),
    check(
      'documents_posting_valid',
      sql`num_nonnulls(${table.postingKind}, ${table.postingReference}) in (0, 2)`,
    ),
    taxRateCheck('documents', table.taxRateMillionths),
    countryCheck('documents', table.buyerCountry),
    currencyCheck('documents', table.currency),
    ...enumChecks('documents', table),
  ],
)

/**
 * Up to which place of the hash chain documents are issued. One row, or none before the first. Pro has a place of its own, because
 * version 1.0 moves the other past payments of Pro without a document.
 */
export const receiptProgress = pgTable('receipt_progress', {
  id: integer('id').primaryKey(),
  sequence: bigInteger('sequence').notNull(),
  proSequence: bigInteger('pro_sequence').notNull().default(0),
  /** After which place postings of Pro have a document: those before it are from 1.0, which issued none. */
  proSince: bigInteger('pro_since').notNull().default(0),
})

/**
 * Tax rates by country, region and kind. The newest one that is valid on the day of the payment applies. A region without
 * a rate of its own has that of its country.
 */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: timeOrderedId(),
    country: country('country').notNull(),
    /** The part of ISO 3166-2 after the country, such as `CA` for California; empty for the whole country. */
    region: text('region').notNull().default(''),
    kind: text('kind', { enum: taxKinds }).notNull(),
    rateMillionths: integer('rate_millionths').notNull().default(0),
    /** The same in basis points for the version before; a trigger keeps both equal. Goes with the next release. */
    rateBps: integer('rate_bps').notNull().default(0),
    /** The first day, by the site's clock. */
    validFrom: date('valid_from').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('tax_rates_country_region_kind_valid_from_key').on(
      table.country,
      table.region,
      table.kind,
      table.validFrom,
    ),
    taxRateCheck('tax_rates', table.rateMillionths),
    countryCheck('tax_rates', table.country),
    ...enumChecks('tax_rates', table),
  ],
)
