import * as z from 'zod/mini'
import { CountryCode, countryCodes } from './countries.ts'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { payeeKinds, vatStates } from './payee-forms.ts'
import { defineRoute } from './route.ts'
import { list, Timestamp } from './schemas.ts'
import { SingleLine } from './text.ts'

const field = () => z._default(SingleLine(limits.maxPayeeFieldLength), '')

/** Which of them are needed, and their forms, follow from kind and country (domain/payee.ts). */
export const PayeeInput = z.object({
  kind: z.enum(payeeKinds, { error: 'Choose a person or a business' }),
  country: CountryCode,
  /** Of a person as in the passport, of a business as registered. */
  legalName: field(),
  /** `1988-03-09`, of a person. */
  birthDate: field(),
  /** Of a business, with who acts for it. */
  registrationNumber: field(),
  representative: field(),
  street: field(),
  street2: field(),
  postalCode: field(),
  city: field(),
  region: field(),
  taxNumber: field(),
  vatId: field(),
})
export type PayeeInput = z.infer<typeof PayeeInput>

const VatRegisterState = z.object({
  state: z.enum(vatStates),
  /** As the register has them; null when it tells none. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  checkedAt: z.nullable(Timestamp),
})

/** Payee details as their owner sees them again: what others could use is masked. */
const ShownPayee = z.object({
  kind: z.enum(payeeKinds),
  legalName: z.string(),
  birthYear: z.nullable(z.string()),
  registrationNumber: z.nullable(z.string()),
  representative: z.nullable(z.string()),
  /** `Via San Nicolò 12, 34121 Trieste, Italy` */
  address: z.string(),
  country: z.string(),
  /** The last characters; null without a tax number. */
  taxNumberEnd: z.nullable(z.string()),
  vatId: z.nullable(z.string()),
  vat: VatRegisterState,
  savedAt: Timestamp,
})
export type ShownPayee = z.infer<typeof ShownPayee>

const PayeeState = z.object({
  /** `off`: nothing is asked. `asked`: payouts don’t wait. `required`: they do, from `requiredFrom` on. */
  rule: z.enum(['off', 'asked', 'required']),
  /** What a creator may be paid in a year before details are required; null when every payout needs them. */
  requiredFrom: z.nullable(DecimalString),
  /** Whether the payouts of this year and the balance reach that. */
  reachesIt: z.boolean(),
  currency: Currency,
  /** Null until there are some, and when the key that encrypted them is missing. */
  details: z.nullable(ShownPayee),
  /** Details are there, but no key reads them. */
  isUnreadable: z.boolean(),
  /** The country that the creator is paid in; null until they have said it. */
  country: z.nullable(z.string()),
  blockedCountries: list(z.string(), countryCodes.length),
  selfBilling: z.object({
    /** Whether the site writes invoices for creators who agree. */
    isOffered: z.boolean(),
    /** What they agree to: the words of the agreement that is valid, or those of now. */
    words: z.string(),
    agreedAt: z.nullable(Timestamp),
  }),
})
export type PayeeState = z.infer<typeof PayeeState>

export const getPayee = defineRoute({
  method: 'GET',
  path: '/api/payee',
  auth: 'creator',
  summary: 'Returns who is paid, masked, and whether payouts wait for it.',
  response: PayeeState,
})

export const readPayee = defineRoute({
  method: 'POST',
  path: '/api/payee/details',
  auth: 'creator',
  summary: 'Returns the payee details in clear, to change them. Requires a recent sign-in.',
  response: z.object({ details: z.nullable(PayeeInput) }),
})

export const savePayee = defineRoute({
  method: 'POST',
  path: '/api/payee',
  auth: 'creator',
  summary:
    'Saves who is paid: a person or a business. Requires a recent sign-in and emails the account. Documents that are issued keep the old details.',
  body: PayeeInput,
  response: PayeeState,
})

export const checkVatId = defineRoute({
  method: 'POST',
  path: '/api/payee/vat-id',
  auth: 'creator',
  summary: 'Looks a VAT ID up in the register, without saving it.',
  body: z.object({ vatId: SingleLine(limits.maxPayeeFieldLength) }),
  response: VatRegisterState,
})
export type VatRegisterState = z.infer<typeof VatRegisterState>

export const setSelfBilling = defineRoute({
  method: 'POST',
  path: '/api/payee/self-billing',
  auth: 'creator',
  summary:
    'Agrees that the site writes the creator’s invoices, or ends that. The words are kept with the time.',
  body: z.object({ isAgreed: z.boolean({ error: 'Choose yes or no' }) }),
  response: PayeeState,
})

const YearQuery = z.object({
  year: z.coerce.number().check(z.int(), z.gte(limits.adminYears.first), z.lte(limits.adminYears.last)),
})

export const getYearFile = defineRoute({
  method: 'GET',
  path: '/api/payee/year-file',
  auth: 'creator',
  transport: 'file',
  summary:
    'Returns the creator’s year as CSV: sales, tax, fees and earnings by quarter, and what was paid out. Free for everyone.',
  query: YearQuery,
})

export const exportPayeeYears = defineRoute({
  method: 'GET',
  path: '/api/admin/payee-file',
  auth: 'admin',
  isAdminOnly: true,
  transport: 'file',
  summary:
    'Returns every payee’s year as CSV, with payee details and accounts in clear: what DAC7 and the forms 1099 ask for. Each file is in the audit log.',
  query: YearQuery,
})
