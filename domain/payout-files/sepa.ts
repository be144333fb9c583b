import { readBankAccount } from '../../contract/bank-accounts.ts'
import { formatDecimal } from '../../contract/money.ts'
import { escapeHtml } from '../escape-html.ts'
import { sepaText } from './bank-text.ts'
import type { FilePayout } from './payout-file.ts'

/** The account that pays. Without a BIC the bank finds it by the IBAN. */
export type SepaDebtor = { name: string; iban: string; bic: string }

type SepaOptions = { debtor: SepaDebtor; number: string; siteName: string; now: Date }

const maxNameLength = 70
const maxRemittanceLength = 140

/**
 * A SEPA credit transfer as `pain.001.001.09` (ISO 20022, with the rules of EPC132-08, “SEPA Credit Transfer
 * customer-to-PSP implementation guidelines”): one payment information, executed on the next day, the payout's number as
 * end-to-end reference, by which the bank's `pain.002` is read back.
 */
export function sepaFile(payouts: ReadonlyArray<FilePayout>, options: SepaOptions): string {
  const { debtor, number, now } = options
  const id = `PAYOUTS-${number}`
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0)
  const sums = [text('NbOfTxs', String(payouts.length)), text('CtrlSum', formatDecimal(total, 'EUR'))]
  const name = text('Nm', sepaText(debtor.name, maxNameLength))
  const agent = debtor.bic ? text('BICFI', debtor.bic) : tag('Othr', text('Id', 'NOTPROVIDED'))
  const header = tag(
    'GrpHdr',
    text('MsgId', id),
    text('CreDtTm', now.toISOString().slice(0, 19)),
    ...sums,
    tag('InitgPty', name),
  )
  const payment = tag(
    'PmtInf',
    text('PmtInfId', id),
    text('PmtMtd', 'TRF'),
    text('BtchBookg', 'true'),
    ...sums,
    tag('PmtTpInf', tag('SvcLvl', text('Cd', 'SEPA'))),
    tag('ReqdExctnDt', text('Dt', dayAfter(now))),
    tag('Dbtr', name),
    tag('DbtrAcct', ibanTag(debtor.iban)),
    tag('DbtrAgt', tag('FinInstnId', agent)),
    text('ChrgBr', 'SLEV'),
    ...payouts.map((payout) => transferTag(payout, options)),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${tag('CstmrCdtTrfInitn', header, payment)}</Document>\n`
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

function transferTag({ id, amount, details }: FilePayout, { siteName }: SepaOptions): string {
  const account = readBankAccount(details)
  if (!account || 'error' in account) throw new Error(`Payout ${id} has no IBAN`)
  const transfer = tag(
    'CdtTrfTxInf',
    tag('PmtId', text('EndToEndId', String(id))),
    tag('Amt', `<InstdAmt Ccy="EUR">${formatDecimal(amount, 'EUR')}</InstdAmt>`),
    tag('Cdtr', text('Nm', sepaText(account.holder, maxNameLength))),
    tag('CdtrAcct', ibanTag(account.values.iban ?? '')),
    tag('RmtInf', text('Ustrd', sepaText(`${siteName} payout ${id}`, maxRemittanceLength))),
  )
  return `\n${transfer}`
}

function ibanTag(iban: string): string {
  return tag('Id', text('IBAN', iban))
}

function tag(name: string, ...children: ReadonlyArray<string>): string {
  return `<${name}>${children.join('')}</${name}>`
}

function text(name: string, value: string): string {
  return tag(name, escapeHtml(value))
}

function dayAfter(now: Date): string {
  return new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
}
