import { createHash } from 'node:crypto'
import { type Currency, parseDecimal } from '../../../contract/money.ts'
import { type StatementRow, statementColumns } from './statement-columns.ts'

/**
 * The checksum in a statement's last row, of all other rows: SHA-256, 64 hexadecimal digits. It covers the cells'
 * values, so a spreadsheet may write 8.00 as 8 and change quoting; any other change changes it.
 */
export function statementChecksum(
  rows: ReadonlyArray<StatementRow>,
  currency: Currency,
  columns = statementColumns,
): string {
  const normalizedRows = rows.map((row) =>
    columns.map(({ key, isNumeric }) =>
      isNumeric ? normalizeAmount(row[key], currency) : normalizeText(row[key]),
    ),
  )
  return createHash('sha256').update(JSON.stringify(normalizedRows)).digest('hex')
}

function normalizeAmount(text: string, currency: Currency): string {
  const amount = parseDecimal(text.replace(/^-/, ''), currency)
  if (amount === undefined) return text.trim()
  return String(text.startsWith('-') ? -amount : amount)
}

/** Our CSV puts a quote before a formula to escape it, so the quote is not part of the value. */
function normalizeText(text: string): string {
  return text
    .replace(/^'(?=[=+\-@\t\r\uff0b\uff0d\uff1d\uff20])/, '')
    .replaceAll('\r\n', '\n')
    .trim()
}
