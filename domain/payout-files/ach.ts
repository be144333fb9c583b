import { readBankAccount } from '../../contract/bank-accounts.ts'
import { dictionary } from '../../contract/dictionary.ts'
import type { MinorUnits } from '../../contract/money.ts'
import { achText } from './bank-text.ts'
import type { FilePayout } from './payout-file.ts'

/** What the bank that sends the payments (the ODFI) gives an operator. `origin` is the company's id unless the bank says otherwise. */
export type AchOriginator = {
  routing: string
  bankName: string
  companyId: string
  companyName: string
  origin: string
}

type AchOptions = { originator: AchOriginator; now: Date }

const serviceClass = { credits: '220' }
const transactionCodes: Record<string, string> = dictionary({ checking: '22', savings: '32' })
const recordLength = 94
const recordsInBlock = 10

/**
 * A NACHA file with one batch of credits to persons (PPD), for the next working day (nacha.org, “ACH file details”):
 * records of 94 characters, a hash of the receiving banks, the sum, and lines of nines up to a full block.
 */
export function achFile(payouts: ReadonlyArray<FilePayout>, { originator, now }: AchOptions): string {
  const { routing, bankName, companyId, companyName, origin } = originator
  const bank = routing.slice(0, 8)
  const company = companyId.padEnd(10)
  const entries = payouts.map((payout, index) => entryOf(payout, { bank, index }))
  const hash = lastDigits(
    payouts.reduce((sum, payout) => sum + Number(accountOf(payout).routing.slice(0, 8)), 0),
    10,
  )
  const credits = cents(
    payouts.reduce((sum, { amount }) => sum + amount, 0),
    12,
  )
  const totals = [hash, cents(0, 12), credits]
  const records = [
    `101 ${routing}${(origin || companyId).padStart(10)}${yymmdd(now)}${hhmm(now)}A094101${achText(bankName, 23)}${achText(companyName, 23)}${' '.repeat(8)}`,
    `5${serviceClass.credits}${achText(companyName, 16)}${' '.repeat(20)}${company}PPD${achText('PAYOUT', 10)}${yymmdd(now)}${yymmdd(nextWorkingDay(now))}   1${bank}${'1'.padStart(7, '0')}`,
    ...entries,
    ['8', serviceClass.credits, count(entries, 6), ...totals, company, ' '.repeat(25), bank, '0000001'].join(
      '',
    ),
  ]
  const blocks = Math.ceil((records.length + 1) / recordsInBlock)
  records.push(
    ['9', '000001', String(blocks).padStart(6, '0'), count(entries, 8), ...totals, ' '.repeat(39)].join(''),
  )
  while (records.length < blocks * recordsInBlock) records.push('9'.repeat(recordLength))
  return records.map((record) => `${record}\r\n`).join('')
}

function entryOf(payout: FilePayout, { bank, index }: { bank: string; index: number }): string {
  const { holder, routing, accountType, accountNumber } = accountOf(payout)
  return [
    '6',
    transactionCodes[accountType] ?? '22',
    routing,
    accountNumber.padEnd(17),
    cents(payout.amount, 10),
    String(payout.id).slice(-15).padEnd(15),
    achText(holder, 22),
    '  0',
    bank,
    String(index + 1).padStart(7, '0'),
  ].join('')
}

function accountOf({ id, details }: FilePayout) {
  const account = readBankAccount(details)
  if (!account || 'error' in account || account.form !== 'us')
    throw new Error(`Payout ${id} has no US account`)
  const { routing = '', accountType = '', accountNumber = '' } = account.values
  return { holder: account.holder, routing, accountType, accountNumber }
}

function cents(amount: MinorUnits, length: number): string {
  return String(amount).padStart(length, '0')
}

function count(entries: ReadonlyArray<string>, length: number): string {
  return String(entries.length).padStart(length, '0')
}

function lastDigits(sum: number, length: number): string {
  return String(sum).padStart(length, '0').slice(-length)
}

function yymmdd(date: Date): string {
  return date.toISOString().slice(2, 10).replaceAll('-', '')
}

function hhmm(date: Date): string {
  return date.toISOString().slice(11, 16).replace(':', '')
}

/** The next day that is no Saturday or Sunday. Banks move an entry on a holiday to the day after it. */
function nextWorkingDay(now: Date): Date {
  const next = new Date(now.getTime() + 24 * 3_600_000)
  return [0, 6].includes(next.getUTCDay()) ? nextWorkingDay(next) : next
}
