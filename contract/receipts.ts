import * as z from 'zod/mini'
import { AppliedDiscount } from './discounts.ts'
import { documentKinds } from './documents.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { OrderNumber } from './order-number.ts'
import { AccessToken, PurchaseState } from './purchases.ts'
import { refundPolicies } from './refunds.ts'
import { defineRoute } from './route.ts'
import { list, Timestamp } from './schemas.ts'
import { taxTreatments } from './tax.ts'
import { MultiLine, RequiredSingleLine, SingleLine } from './text.ts'

const TokenParams = z.object({ token: AccessToken })

/** The numbered documents of an order: `2026-000042`. */
const ReceiptNumber = z.string().check(z.regex(/^\d{4}-\d{6,9}$/))

/** The seller as it was when the document was issued. Lines that the operator left empty are empty. */
export const ReceiptSeller = z.object({
  name: z.string(),
  /** Several lines. */
  address: z.string(),
  country: z.string(),
  registration: z.string(),
  vatId: z.string(),
  email: z.string(),
})
export type ReceiptSeller = z.infer<typeof ReceiptSeller>

/** The credit note of a refund or dispute, or the document that takes one back. Amounts of a credit note are negative. */
export const ReceiptCorrection = z.object({
  number: ReceiptNumber,
  kind: z.enum(documentKinds),
  issuedAt: Timestamp,
  amount: DecimalString,
  taxAmount: DecimalString,
})
export type ReceiptCorrection = z.infer<typeof ReceiptCorrection>

/** A company that a receipt is made out to after paying. */
export const CompanyDetails = z.object({
  businessName: RequiredSingleLine(120, 'Enter the company’s name'),
  /** Several lines. */
  businessAddress: z._default(MultiLine(400), ''),
  vatId: z._default(SingleLine(24), ''),
})
export type CompanyDetails = z.infer<typeof CompanyDetails>

/** The receipt of an order. It stays readable when access has ended. */
export const Receipt = z.object({
  id: OrderNumber,
  /** The receipt's own number; null for a sale from before receipts were numbered, and for a test. */
  number: z.nullable(ReceiptNumber),
  paidAt: Timestamp,
  title: z.string(),
  /** The creator's name, as on the tip page; null when there is none. */
  seller: z.nullable(z.string()),
  /** Who sold the item by law: the operator of the site; null while the operator has not entered it. */
  issuer: z.nullable(ReceiptSeller),
  /** What a business wanted on its receipt; null for others. */
  business: z.nullable(z.object({ name: z.string(), address: z.string(), vatId: z.string() })),
  /** The buyer's country (ISO 3166-1): that of the card, or the one they stated. */
  buyerCountry: z.nullable(z.string()),
  email: z.string(),
  /** Without discount and tip, the code with what it took off, and the tip on top: they make up the paid amount. */
  listAmount: DecimalString,
  discount: z.nullable(AppliedDiscount),
  tip: DecimalString,
  amount: DecimalString,
  /** Why it includes the tax that it does. */
  taxTreatment: z.enum(taxTreatments),
  /** The tax that the amount includes; null when it includes none. */
  tax: z.nullable(z.object({ rateMillionths: z.int(), amount: DecimalString, netAmount: DecimalString })),
  refundedAmount: DecimalString,
  /** The paid amount less refunds. */
  netAmount: DecimalString,
  currency: Currency,
  state: PurchaseState,
  /** The card that paid, such as `Visa ••4242`; null where it is not known. */
  card: z.nullable(z.string()),
  /** In the order of their numbers. */
  corrections: z.array(ReceiptCorrection),
  /** The words by which the buyer agreed to immediate delivery; null when the law did not ask. */
  withdrawalConsent: z.nullable(z.object({ text: z.string(), at: Timestamp })),
  /**
   * The refund guarantee while a refund may be requested; otherwise null. `until` is null for an item that waits for its
   * release, whose 30 days begin with it.
   */
  guarantee: z.nullable(z.object({ policy: z.enum(refundPolicies), until: z.nullable(Timestamp) })),
  /**
   * The countries (ISO 3166-1) of the card and of what the buyer stated, while they differ and the buyer hasn’t said which is
   * theirs. Only the browser that paid is asked.
   */
  countryQuestion: z.nullable(z.object({ card: z.string(), stated: z.string() })),
  /** Whether the buyer may put a company on it now: once, for 30 days. */
  canAddCompany: z.boolean(),
  /** License keys that work now. Of a bundle there are several, each with its item. */
  licenseKeys: list(z.object({ title: z.string(), key: z.string() }), limits.maxKeptBundleItems),
  /** A test purchase without money. */
  isTest: z.boolean(),
})
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = defineRoute({
  method: 'GET',
  path: '/api/access/:token/receipt',
  auth: 'buyer',
  summary: 'Returns a purchase’s receipt. Viewing it doesn’t count as opening the item.',
  params: TokenParams,
  response: Receipt,
})

const FormField = z._default(z.string().check(z.maxLength(2_000)), '')

export const addCompanyDetailsForm = defineRoute({
  method: 'POST',
  path: '/access/:token/company',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Puts a company on the receipt, once and within 30 days of paying: a credit note cancels the first receipt, and a new one is issued. Redirects back to the page.',
  params: TokenParams,
  body: z.object({ businessName: FormField, businessAddress: FormField, vatId: FormField }),
})

export const answerCountryForm = defineRoute({
  method: 'POST',
  path: '/access/:token/country',
  auth: 'buyer',
  transport: 'urlencoded',
  summary:
    'Saves in which country the buyer lives, once, where their card and what they stated differ. It is kept as evidence for the tax and changes no amount. Redirects back to the page.',
  params: TokenParams,
  body: z.object({ country: FormField }),
})

export const getReceiptPdf = defineRoute({
  method: 'GET',
  path: '/access/:token/receipt.pdf',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns the receipt as a one-page PDF.',
  params: TokenParams,
})

export const getCorrectionPdf = defineRoute({
  method: 'GET',
  path: '/access/:token/corrections/:number',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns a correction of the receipt as a one-page PDF.',
  params: z.object({ token: AccessToken, number: z.string().check(z.maxLength(20)) }),
})
