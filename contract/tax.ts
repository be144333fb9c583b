import * as z from 'zod/mini'
import { CountryCode } from './countries.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Day, Id, IdParams } from './schemas.ts'

/** The kinds of items that may have tax rates of their own. Without schemas, because the database's tables use it. */
export const taxKinds = ['digital', 'ebook'] as const
export type TaxKind = (typeof taxKinds)[number]

/**
 * Why a sale includes the tax that it does: a rate of the table, none (taxes were off, or the country was not known or has
 * no rate), or the buyer is a business that owes it itself.
 */
export const taxTreatments = ['taxed', 'untaxed', 'reverse_charge'] as const
export type TaxTreatment = (typeof taxTreatments)[number]

/** A rate of the table. The newest one that is valid on the day of a payment applies to it. */
export const TaxRateEntry = z.object({
  id: Id,
  country: z.string(),
  /** The part of ISO 3166-2 after the country, such as `CA`; empty for the whole country. */
  region: z.string(),
  kind: z.enum(taxKinds),
  rateMillionths: z.int(),
  /** The first UTC day. */
  validFrom: z.string(),
  state: z.enum(['past', 'current', 'future']),
})
export type TaxRateEntry = z.infer<typeof TaxRateEntry>

const TaxSettings = z.object({
  /** Whether sales include tax. */
  isEnabled: z.boolean(),
  /** By country, kind and first day. */
  rates: z.array(TaxRateEntry),
})

export const getTaxSettings = defineRoute({
  method: 'GET',
  path: '/api/admin/tax',
  auth: 'admin',
  summary: 'Returns whether taxes are on, and the table of rates.',
  response: TaxSettings,
})

/** The part of ISO 3166-2 after the country, such as `CA` in `US-CA`; empty for the whole country (contract/regions.ts). */
export const TaxRegion = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{0,3}$/, 'Enter a region such as CA'))

export const TaxRateInput = z.object({
  country: CountryCode,
  region: z._default(TaxRegion, ''),
  kind: z.enum(taxKinds),
  /** In percent with up to four decimals, such as `19` or `8.875`. */
  percent: z
    .string()
    .check(
      z.trim(),
      z.regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'Enter a rate from 0 to 100, such as 19 or 8.875'),
    ),
  validFrom: Day,
})

export const addTaxRate = defineRoute({
  method: 'POST',
  path: '/api/admin/tax/rates',
  auth: 'admin',
  summary: 'Adds a rate from a day on. Receipts keep the rate that they were issued with.',
  body: TaxRateInput,
  response: TaxSettings,
})

export const addEuTaxRates = defineRoute({
  method: 'POST',
  path: '/api/admin/tax/rates/eu',
  auth: 'admin',
  summary: 'Adds the standard rate of every EU country that has no rate yet.',
  response: TaxSettings,
})

export const deleteTaxRate = defineRoute({
  method: 'DELETE',
  path: '/api/admin/tax/rates/:id',
  auth: 'admin',
  summary:
    'Deletes a rate that isn’t valid yet, or that no sale has used. Other rates are replaced by a newer one.',
  params: IdParams,
  response: TaxSettings,
})

export const TaxQuarter = z.object({
  year: z.coerce.number().check(z.int(), z.gte(limits.adminYears.first), z.lte(limits.adminYears.last)),
  quarter: z.coerce.number().check(z.int(), z.gte(1), z.lte(4)),
})

/** The return that a line belongs to (`taxReturn` in domain/tax.ts). */
export const taxReturns = ['local', 'one_stop_shop', 'reverse_charge', 'business', 'none'] as const

/**
 * The sales of one country, kind, rate and return. `suppliedIn` is the quarter of the sales (`2026-Q1`): a line of an earlier
 * quarter has only refunds and disputes of its sales, which correct that quarter's return.
 */
export const TaxReportLine = z.object({
  country: z.nullable(z.string()),
  kind: z.enum(taxKinds),
  rateMillionths: z.int(),
  region: z.string(),
  /** Businesses have lines of their own, and what creators paid for Pro. */
  isBusiness: z.boolean(),
  isPro: z.boolean(),
  taxReturn: z.enum(taxReturns),
  /** Sales whose card is from another country than the buyer stated, and that no answer settles. */
  conflicts: z.int(),
  suppliedIn: z.string(),
  documents: z.int(),
  /** What buyers paid, less what they got back; the same without tax; and the tax. */
  amount: DecimalString,
  netAmount: DecimalString,
  taxAmount: DecimalString,
})
export type TaxReportLine = z.infer<typeof TaxReportLine>

export const getTaxReport = defineRoute({
  method: 'GET',
  path: '/api/admin/tax/report',
  auth: 'admin',
  summary:
    'Returns the receipts and corrections of a quarter, by the site’s clock, by country, kind, rate and return, and their sums.',
  query: TaxQuarter,
  response: z.object({
    currency: Currency,
    lines: z.array(TaxReportLine),
    amount: DecimalString,
    netAmount: DecimalString,
    taxAmount: DecimalString,
    /** What the ledger owes for the quarter. It equals `taxAmount`. */
    ledgerTaxAmount: DecimalString,
  }),
})

export const getTaxReportFile = defineRoute({
  method: 'GET',
  path: '/api/admin/tax/report-file',
  auth: 'admin',
  transport: 'file',
  summary: 'Returns the same as CSV.',
  query: TaxQuarter,
})
