import type { PayoutResultKind } from '../../contract/payout-batches.ts'
import { readPain002 } from './pain-002.ts'
import { readCsv } from './read-csv.ts'
import type { ResultFile, ResultOutcome, ResultRow } from './result-row.ts'

/** Reads the result file of PayPal, Wise or a bank, or our own table that a person filled in; or says why not. */
export function readResultFile(text: string): ResultFile | { error: string } {
  if (text.trim() === '') return { error: 'This file is empty.' }
  if (isBinary(text))
    return { error: 'This file is no text. Save it as CSV, or as the XML of your bank, and try again.' }
  if (/^\ufeff?\s*</.test(text)) return readPain002(text)
  const rows = readCsv(text)
  const [header, ...lines] = rows ?? []
  if (!header) return { error: 'This file ends in the middle of a row. Download it again, and try again.' }
  const names = header.map((name) => name.toLowerCase().replace(/[_\s]+/g, ' '))
  const layout = layouts.find(({ needs }) =>
    needs.every((alternatives) => columnOf(names, alternatives) >= 0),
  )
  if (!layout) return { error: unknownFile }
  if (lines.length === 0) return { error: 'This file has a header and no rows.' }
  return {
    kind: layout.kind,
    rows: lines.map((cells, index) => ({
      row: index + 2,
      ...layout.read((...alternatives) => cells[columnOf(names, alternatives)] ?? ''),
    })),
  }
}

/** Spreadsheets, archives and PDFs have control characters. */
function isBinary(text: string): boolean {
  return [...text.slice(0, 4_096)].some(
    (character) => character < '\t' || (character > '\r' && character < ' '),
  )
}

const unknownFile =
  'We don’t know this file. Choose the result that PayPal or Wise offers as CSV, your bank’s pain.002, or our own table with its columns Payout, Amount and Status.'

type Cell = (...alternatives: ReadonlyArray<string>) => string

type Layout = {
  kind: PayoutResultKind
  /** Columns that the file is known by, each with its other names. */
  needs: ReadonlyArray<ReadonlyArray<string>>
  read(cell: Cell): Omit<ResultRow, 'row'>
}

const payPalReferences = ['customer id', 'unique id', 'reference id', 'sender item id', 'custom number']
const payPalAmounts = ['gross', 'gross amount', 'amount', 'payout amount']
const payPalNumbers = ['transaction id', 'payout item id']

const layouts: ReadonlyArray<Layout> = [
  {
    // Our own table, and what a person writes beside it.
    kind: 'table',
    needs: [['payout'], ['amount'], ['status']],
    read: (cell) => ({
      references: [cell('payout')],
      amounts: [{ parts: [cell('amount')], currency: cell('currency') || null }],
      ...outcomeOf(tableOutcomes, cell('status')),
      providerReference: cell('reference') || null,
      reason: cell('reason') || null,
    }),
  },
  {
    // Wise's “Transfers” as CSV, of a batch or of a time.
    kind: 'wise',
    needs: [['status'], ['reference'], ['target amount (after fees)', 'target amount'], ['target currency']],
    read: (cell) => ({
      references: [cell('reference')],
      amounts: [
        { parts: [cell('target amount (after fees)', 'target amount')], currency: cell('target currency') },
        { parts: [cell('source amount (after fees)', 'source amount')], currency: cell('source currency') },
        {
          parts: [cell('source amount (after fees)', 'source amount'), cell('source fee amount')],
          currency: cell('source currency'),
        },
      ],
      ...outcomeOf(wiseOutcomes, cell('status')),
      providerReference: cell('id', 'transferwise id') || null,
      reason: cell('note', 'error', 'details') || null,
    }),
  },
  {
    // PayPal's log of a mass payment, and its activity report with the customer ID.
    kind: 'paypal',
    needs: [payPalReferences, payPalAmounts, ['status', 'transaction status']],
    read: (cell) => ({
      references: [cell(...payPalReferences)],
      amounts: [{ parts: [cell(...payPalAmounts)], currency: cell('currency', 'currency code') || null }],
      ...outcomeOf(payPalOutcomes, cell('status', 'transaction status')),
      providerReference: cell(...payPalNumbers) || null,
      reason: cell('error message', 'error', 'reason', 'return reason', 'error code') || null,
    }),
  },
]

function columnOf(names: ReadonlyArray<string>, alternatives: ReadonlyArray<string>): number {
  return names.findIndex((name) => alternatives.includes(name))
}

type Outcomes = Readonly<Partial<Record<Exclude<ResultOutcome, 'unknown'>, ReadonlyArray<string>>>>

function outcomeOf(outcomes: Outcomes, status: string): { outcome: ResultOutcome; status: string } {
  const word = status
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
  for (const outcome of ['paid', 'returned', 'waiting'] as const)
    if (outcomes[outcome]?.includes(word)) return { outcome, status }
  return { outcome: 'unknown', status }
}

/** The states of a payout item (developer.paypal.com, “Track payout item status”). */
const payPalOutcomes: Outcomes = {
  paid: ['completed', 'success', 'processed'],
  returned: [...['returned', 'failed', 'denied', 'blocked', 'refunded', 'reversed', 'canceled', 'cancelled']],
  waiting: ['unclaimed', 'pending', 'processing', 'onhold', 'on hold', 'held', 'new'],
}

/** The states of a transfer (docs.wise.com, “Transfer states”). */
const wiseOutcomes: Outcomes = {
  paid: ['completed', 'outgoing payment sent', 'sent'],
  returned: ['cancelled', 'canceled', 'funds refunded', 'refunded', 'bounced back', 'charged back'],
  waiting: [
    ...['processing', 'funds converted', 'incoming payment waiting', 'incoming payment initiated'],
    ...['waiting for recipient', 'pending', 'on hold'],
  ],
}

const tableOutcomes: Outcomes = {
  paid: ['paid', 'completed', 'sent', 'done'],
  returned: ['returned', 'failed', 'rejected', 'cancelled', 'canceled'],
  waiting: ['', 'pending', 'processing', 'waiting'],
}
