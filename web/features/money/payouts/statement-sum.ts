import type { Statement } from '../../../../contract/payouts.ts'
import { pluralize } from '../../../ui/format.ts'

type SumLine = { label: string; amount: string }

/** The lines that lead to the amount paid, the last of which is that amount. Lines of nothing are left out. */
export function sumLines(statement: Statement): Array<SumLine> {
  const { payout, openingBalance, retainedAmount, lines, omittedLineCount } = statement
  const sales = lines.filter(({ type }) => type === 'sale')
  const sum = (values: ReadonlyArray<string>) => values.reduce((total, value) => total + units(value), 0)
  const gross = sum(sales.map((line) => line.gross))
  const others = sum(lines.flatMap((line) => (line.type === 'sale' ? [] : [line.gross])))
  const taxes = sum(lines.map(({ tax }) => tax))
  const fees = sum(lines.map(({ fee }) => fee))
  // The entries that are not listed are in the amount, so the rest of it is theirs.
  const known = units(openingBalance) + gross + others - taxes - fees - units(retainedAmount)
  const rest = omittedLineCount > 0 ? units(payout.amount) - known : 0
  const shown: Array<[label: string, units: number]> = [
    ['Carried over', units(openingBalance)],
    [pluralize(sales.length, 'sale'), gross],
    ['Refunds, disputes and returns', others],
    ['Tax', -taxes],
    ['Fee', -fees],
    [`${omittedLineCount} more entries`, rest],
    ['Held back: recent or disputed sales, and sales before a release', -units(retainedAmount)],
  ]
  const decimals = payout.amount.split('.')[1]?.length ?? 0
  return [
    ...shown
      .filter(([, amount]) => amount !== 0)
      .map(([label, amount]) => ({ label, amount: (amount / scale).toFixed(decimals) })),
    { label: 'Paid out', amount: payout.amount },
  ]
}

/** Thousandths, so that sums are exact in every currency. */
const scale = 1_000

function units(amount: string): number {
  return Math.round(Number(amount) * scale)
}
