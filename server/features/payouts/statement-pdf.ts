import { decimal } from '../../../contract/money.ts'
import type { StatementLine } from '../../../contract/payouts.ts'
import type { Viewer } from '../../http/call.ts'
import { throttle } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { presentPayout } from './present.ts'
import type { PayoutRow } from './repository.ts'
import { allLines, presentLine, totalsOf } from './statement.ts'

/** Lines on paper; a longer statement says that the CSV has the rest. */
const maxPrintedLines = 2_000
/** Statements that one person may have rendered; those in the cache are not counted. */
const renderLimit = { max: 30, perMs: 10 * 60_000 }

/** A statement to file: the payout, how it came about, and the entries behind it. */
export async function statementPdf(ports: Ports, viewer: Viewer, payout: PayoutRow): Promise<Buffer> {
  const { span, due, kept, lines: lineCount } = await totalsOf(ports, payout)
  const { currency } = payout
  const lines: Array<StatementLine> = []
  for await (const line of allLines(ports, span)) {
    if (lines.length === maxPrintedLines) break
    lines.push(presentLine(line, currency))
  }
  const statement = {
    payout: presentPayout(payout),
    opening: decimal(span.opening, currency),
    entries: decimal(due - span.opening, currency),
    due: decimal(due, currency),
    kept: decimal(kept, currency),
    lines,
    more: Math.max(0, lineCount - maxPrintedLines),
    isTest: ports.payments.mode === 'test',
  }
  return ports.documents.statementPdf(statement, () =>
    throttle(ports, [{ key: `statement-pdf/${viewer.id}`, ...renderLimit }]),
  )
}
