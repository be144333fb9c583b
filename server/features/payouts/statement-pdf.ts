import { formatDecimal } from '../../../contract/money.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import { enforceRateLimits } from '../../http/rate-limit.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPayout } from './present.ts'
import type { PayoutRow } from './repository.ts'
import { getStatementTotals, presentLine, streamLines } from './statement.ts'

/** Lines in the PDF; a longer statement refers to the CSV. */
const maxPrintedLines = 2_000
/** Rendered statements of one user; cached ones do not count. */
const renderLimit = { max: 30, windowMs: 10 * 60_000 }

/** A statement for the creator's records: the payout, its calculation and the ledger entries. */
export async function statementPdf(ports: Ports, viewer: Viewer, payout: PayoutRow): Promise<Buffer> {
  const { range, closingBalance, retainedAmount, lineCount } = await getStatementTotals(ports, payout)
  const { currency } = payout
  const lines: Array<StatementLine> = []
  for await (const line of streamLines(ports, range)) {
    if (lines.length === maxPrintedLines) break
    lines.push(presentLine(line, currency))
  }
  const statement = {
    payout: presentPayout(payout),
    openingBalance: formatDecimal(range.openingBalance, currency),
    linesTotal: formatDecimal(closingBalance - range.openingBalance, currency),
    closingBalance: formatDecimal(closingBalance, currency),
    retainedAmount: formatDecimal(retainedAmount, currency),
    lines,
    omittedLineCount: Math.max(0, lineCount - maxPrintedLines),
    isTest: ports.paymentProvider.mode === 'test',
  }
  return ports.documents.statementPdf(statement, {
    owner: viewer.id,
    beforeRender: () => enforceRateLimits(ports, [{ key: `statement-pdf/${viewer.id}`, ...renderLimit }]),
  })
}
