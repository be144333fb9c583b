import { readBankAccount, readNamedEmail } from '../../contract/bank-accounts.ts'
import type { BankFormId } from '../../contract/bank-forms.ts'
import { dictionary } from '../../contract/dictionary.ts'
import { type FilePayout, fileAmount, machineCsv, shortReference } from './payout-file.ts'

const columns = [
  ...['name', 'recipientEmail', 'paymentReference', 'receiverType', 'amountCurrency', 'amount'],
  ...['sourceCurrency', 'targetCurrency'],
]

/**
 * Wise's batch “Send by email” (wise.com, “What's a batch payment template”). The name is that on the recipient's account.
 * The reference has ten characters at most, which is the limit for dollars.
 */
export function wiseEmailFile(payouts: ReadonlyArray<FilePayout>): string {
  return machineCsv([
    columns,
    ...payouts.map((payout) => {
      const { name = '', email = '' } = readNamedEmail(payout.details) ?? {}
      return [name, email, ...paymentCells(payout, payout.currency)]
    }),
  ])
}

/** Wise's batch “Send to bank accounts”: the fields of every account in the file as columns, by the names of Wise's API. */
export function wiseBankFile(payouts: ReadonlyArray<FilePayout>): string {
  const rows = payouts.map((payout) => {
    const account = readBankAccount(payout.details)
    if (!account || 'error' in account) throw new Error(`Payout ${payout.id} has no account`)
    const { form, holder, values } = account
    const target = currencyOf(form, values.iban) ?? payout.currency
    return { cells: [holder, '', ...paymentCells(payout, target)], fields: wiseFields(form, values) }
  })
  const fieldNames = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))]
  return machineCsv([
    [...columns, ...fieldNames],
    ...rows.map(({ cells, fields }) => [...cells, ...fieldNames.map((name) => fields[name] ?? '')]),
  ])
}

/** The recipient gets the exact amount, or its value in the currency of the account. */
function paymentCells(payout: FilePayout, target: string): Array<string> {
  const side = target === payout.currency ? 'target' : 'source'
  const receiver = payout.isBusiness ? 'INSTITUTION' : 'PERSON'
  return [shortReference(payout.id), receiver, side, fileAmount(payout), payout.currency, target]
}

const currencies: Partial<Record<BankFormId, string>> = {
  us: 'USD',
  uk: 'GBP',
  ca: 'CAD',
  au: 'AUD',
  in: 'INR',
  jp: 'JPY',
  mx: 'MXN',
  br: 'BRL',
  kr: 'KRW',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
}
/** Of countries with IBANs outside the euro area. */
const ibanCurrencies: Record<string, string> = dictionary({
  AE: 'AED',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  GE: 'GEL',
  HU: 'HUF',
  IL: 'ILS',
  LI: 'CHF',
  NO: 'NOK',
  PK: 'PKR',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  TR: 'TRY',
  UA: 'UAH',
})

/** The currency of an account; undefined for one whose country is unknown. */
function currencyOf(form: BankFormId, iban: string | undefined): string | undefined {
  return iban === undefined ? currencies[form] : (ibanCurrencies[iban.slice(0, 2)] ?? 'EUR')
}

/** Our name of a field and Wise's. */
const fieldNames: Record<string, string> = dictionary({
  iban: 'IBAN',
  bic: 'swiftCode',
  routing: 'abartn',
  sortCode: 'sortCode',
  transit: 'transitNumber',
  institution: 'institutionNumber',
  bsb: 'bsbCode',
  ifsc: 'ifscCode',
  taxId: 'cpf',
})

function wiseFields(form: BankFormId, values: Record<string, string>): Record<string, string> {
  const fields: Record<string, string> = dictionary()
  for (const [name, value] of Object.entries(values))
    fields[fieldNames[name] ?? name] = name === 'accountType' ? value.toUpperCase() : value
  // Wise asks for the type of a Canadian account too; ours are those that pay bills.
  return form === 'ca' ? { ...fields, accountType: 'CHECKING' } : fields
}
