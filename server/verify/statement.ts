import { parse } from 'csv-parse/sync'
import { type Currency, formatDecimal, type MinorUnits, parseDecimal } from '../../contract/money.ts'
import { platformFee } from '../../domain/fees.ts'
import { statementChecksum, statementColumns } from '../features/money/statements/statement.ts'

type Row = Record<(typeof statementColumns)[number]['key'], string> & { line: number }
export type StatementResult = { errors: Array<string>; summary: string }

/**
 * Verifies a payout statement from the file alone: each line from the gross amount to the net, the running balance,
 * and the total paid out.
 */
export function verifyStatement(text: string): StatementResult {
  const [header = [], ...cells] = parseCsv(text)
  const columns = columnLists.find((list) => list.map(({ name }) => name).join() === header.join())
  if (!columns) return invalidStatement('This is not a payout statement: the columns do not match.')
  const rows = cells.map((row, index) => toRow(columns, row, index + 2))
  const [opening] = rows
  const [retainedRow, payout, check] = rows.slice(-3)
  if (opening?.type !== 'opening' || retainedRow?.type !== 'retained' || payout?.type !== 'payout' || !check)
    return invalidStatement(incompleteMessage)
  if (check.type !== 'checksum') return invalidStatement(incompleteMessage)

  const currency = opening.item
  const rowsBeforeChecksum = rows.slice(0, -1)
  const lines = rows.slice(1, -3)
  const errors = [
    ...lines.flatMap((row) => [...signErrors(row, currency), ...lineErrors(row, currency)]),
    ...orderErrors(lines),
    ...refundErrors(lines, currency),
    ...balanceErrors(rowsBeforeChecksum, currency),
    ...closingErrors({ retained: retainedRow, payout }, currency),
    ...roundedNumberErrors(rowsBeforeChecksum),
    ...checksumErrors([...rowsBeforeChecksum, { ...check, item: '' }], {
      statedChecksum: check.item,
      currency,
      columns,
    }),
  ]
  const paid = -(parseSignedAmount(payout.net, currency) ?? 0)
  const summary = `Payout ${payout.number}: ${lines.length} entries come to ${formatDecimal(paid, currency)} ${currency}.`
  return { errors, summary }
}

/** Statements from before taxes have no column for them. */
const columnLists = [statementColumns, statementColumns.filter(({ key }) => key !== 'tax')]

function toRow(columns: typeof statementColumns, cells: Array<string>, line: number): Row {
  const pairs = columns.map(({ key }, index) => [key, cells[index] ?? ''])
  // The keys are the columns' own.
  return { tax: '0', ...(Object.fromEntries(pairs) as Omit<Row, 'line' | 'tax'>), line }
}

const creditTypes = ['sale', 'refund_reversal', 'dispute_reversal', 'payout_return']
const debitTypes = ['refund', 'dispute']

/** The entry's type decides the sign of its amount. */
function signErrors({ line, type, gross }: Row, currency: Currency): Array<string> {
  if (![...creditTypes, ...debitTypes].includes(type)) return [`line ${line}: unknown entry type “${type}”`]
  const amount = parseSignedAmount(gross, currency) ?? 0
  const isOpposite = creditTypes.includes(type) ? amount < 0 : amount > 0
  return isOpposite ? [`line ${line}: ${type} of ${gross} has the wrong sign`] : []
}

/** Gross less tax and fee is net, and the fee of a sale matches its rate. */
function lineErrors(row: Row, currency: Currency): Array<string> {
  const amounts = [row.gross, row.tax, row.fee, row.net].map((text) => parseSignedAmount(text, currency))
  const [gross, tax, fee, net] = amounts
  if (gross === undefined || tax === undefined || fee === undefined || net === undefined)
    return [`line ${row.line}: an amount is missing or cannot be read`]
  const errors: Array<string> = []
  const money = (amount: MinorUnits) => formatDecimal(amount, currency)
  const difference = gross - tax - fee
  if (difference !== net) {
    const deductions = tax === 0 ? money(fee) : `${money(tax)} and ${money(fee)}`
    errors.push(
      `line ${row.line}: ${money(gross)} minus ${deductions} is ${money(difference)}, not ${money(net)}`,
    )
  }
  if (row.type !== 'sale') return errors
  const rate = /^\d{1,5}$/.test(row.rate) ? Number(row.rate) : undefined
  const due = rate === undefined ? undefined : platformFee(gross - tax, rate)
  if (due !== fee)
    errors.push(`line ${row.line}: ${row.rate} basis points of ${money(gross - tax)} are not ${money(fee)}`)
  return errors
}

/** Entries are in booking order, each once. */
function orderErrors(lines: Array<Row>): Array<string> {
  return lines.flatMap((row, index) => {
    const before = lines[index - 1]
    const isFirst = before === undefined
    if (isFirst || Number(row.entry) > Number(before.entry)) return []
    return [`line ${row.line}: entry ${row.entry} is out of order after ${before.entry}`]
  })
}

/** A sale in the statement cannot be refunded by more than was paid. */
function refundErrors(lines: Array<Row>, currency: Currency): Array<string> {
  const remaining = new Map<string, MinorUnits>()
  return lines.flatMap((row) => {
    const gross = parseSignedAmount(row.gross, currency) ?? 0
    if (row.type === 'sale') remaining.set(row.number, gross)
    const rest = remaining.get(row.number)
    if (row.type === 'sale' || row.type === 'payout_return' || rest === undefined) return []
    remaining.set(row.number, rest + gross)
    return rest + gross < 0 ? [`line ${row.line}: order ${row.number} was refunded more than was paid`] : []
  })
}

/** The balance of each row is the previous one plus the row's net. */
function balanceErrors(rows: Array<Row>, currency: Currency): Array<string> {
  let balance = 0
  for (const row of rows) {
    const net = parseSignedAmount(row.net, currency)
    const statedBalance = parseSignedAmount(row.balance, currency)
    if (net === undefined || statedBalance === undefined)
      return [`line ${row.line}: an amount is missing or cannot be read`]
    balance += net
    if (statedBalance !== balance)
      return [
        `line ${row.line}: the balance is ${formatDecimal(balance, currency)}, not ${formatDecimal(statedBalance, currency)}`,
      ]
  }
  return balance === 0 ? [] : [`${formatDecimal(balance, currency)} is left over`]
}

function closingErrors(
  { retained: retainedRow, payout }: { retained: Row; payout: Row },
  currency: Currency,
): Array<string> {
  const errors: Array<string> = []
  if ((parseSignedAmount(retainedRow.net, currency) ?? 1) > 0)
    errors.push(`line ${retainedRow.line}: the retained amount is negative`)
  if ((parseSignedAmount(payout.net, currency) ?? 0) >= 0)
    errors.push(`line ${payout.line}: nothing was paid out`)
  return errors
}

/** Some spreadsheets turn 827640821773 into 8.27641E+11: the digits are lost. */
function roundedNumberErrors(rows: Array<Row>): Array<string> {
  return rows
    .filter(({ number }) => /e\+/i.test(number))
    .map(
      ({ line, number }) =>
        `line ${line}: a spreadsheet rounded the number ${number}; download the file again`,
    )
}

type ChecksumInput = { statedChecksum: string; currency: Currency; columns: typeof statementColumns }

/** The last row has a hash of all others, which detects any change. */
function checksumErrors(
  rows: Array<Row>,
  { statedChecksum, currency, columns }: ChecksumInput,
): Array<string> {
  if (statementChecksum(rows, currency, columns) === statedChecksum) return []
  return ['this file was changed after it was downloaded: it does not match the check on the last line']
}

function parseSignedAmount(text: string, currency: Currency): MinorUnits | undefined {
  const amount = parseDecimal(text.replace(/^-/, ''), currency)
  if (amount === undefined) return undefined
  return text.startsWith('-') ? -amount : amount
}

const incompleteMessage =
  'This statement is incomplete: its opening row, retained amount, payout or checksum is missing.'

function invalidStatement(message: string): StatementResult {
  return { errors: [message], summary: message }
}

/** The rows of a CSV file as we write it, or as a spreadsheet saved it again, without the quote before a formula. */
export function parseCsv(text: string): Array<Array<string>> {
  return parse(text, {
    bom: true,
    delimiter: findDelimiter(text),
    relaxColumnCount: true,
    relaxQuotes: true,
    skipRecordsWithError: true,
    skipRecordsWithEmptyValues: true,
    cast: (cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''),
  })
}

/** Some spreadsheets save semicolons or tabs instead of commas. */
function findDelimiter(text: string): string {
  return /^\ufeff?"?[^",;\t\n]*"?([,;\t])/.exec(text)?.[1] ?? ','
}
