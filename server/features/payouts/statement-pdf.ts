import { formatDecimal } from '../../../contract/money.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPayout } from './present.ts'
import type { PayoutRow } from './repository.ts'
import { getStatementTotals, presentLine, streamLines } from './statement.ts'

/** Lines on paper; a longer statement says that the CSV has the rest. */
const maxPrintedLines = 2_000
/** Statements that one person may have rendered; those in the cache are not counted. */
const renderLimit = { max: 30, windowMs: 10 * 60_000 }

/** A statement to file: the payout, how it came about, and the entries behind it. */
export async function statementPdf(ports: Ports, viewer: Viewer, payout: PayoutRow): Promise<Buffer> {
  const {
    span,
    due: closingBalance,
    retainedAmount,
    lines: lineCount,
  } = await getStatementTotals(ports, payout)
  const { currency } = payout
  const lines: Array<StatementLine> = []
  for await (const line of streamLines(ports, span)) {
    if (lines.length === maxPrintedLines) break
    lines.push(presentLine(line, currency))
  }
  const statement = {
    payout: presentPayout(payout),
    openingBalance: formatDecimal(span.opening, currency),
    entries: formatDecimal(closingBalance - span.opening, currency),
    closingBalance: formatDecimal(closingBalance, currency),
    retainedAmount: formatDecimal(retainedAmount, currency),
    lines,
    omittedLineCount: Math.max(0, lineCount - maxPrintedLines),
    isTest: ports.paymentProvider.mode === 'test',
  }
  return ports.documents.statementPdf(statement, () =>
    enforceRateLimits(ports, [{ key: `statement-pdf/${viewer.id}`, ...renderLimit }]),
  )
}
