import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type { exportMassPaymentFile } from '../../../../contract/payout-runs.ts'
import type { PayoutMethod } from '../../../../contract/payouts.ts'
import { site } from '../../../../contract/site.ts'
import { formatMonth } from '../../../../domain/dates.ts'
import { payouts, users } from '../../../db/schema/index.ts'
import { type Column, csvText } from '../../../http/csv.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { decryptPayoutDetails, UnreadablePayoutDetailsError } from '../../people/accounts/payout-details.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'

type PayableRow = { id: number; amount: string; currency: string; sentTo: string; name: string | null }

/**
 * The unpaid payouts of a month and method, in the format of the method's own site. The only place that shows payout
 * details in clear; each file is in the audit log. Details that cannot be read are one row that says so.
 */
export async function massPaymentCsv(
  ports: Ports,
  viewer: Viewer,
  { year, month, method }: z.output<typeof exportMassPaymentFile.query>,
): Promise<FileResponse> {
  const { id, amount, currency, destination } = payouts
  const rows = await ports.db
    .select({ id, amount, currency, destination, creatorId: users.id, name: users.firstName })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.creatorId))
    .where(
      and(
        eq(payouts.state, 'processing'),
        eq(payouts.method, method),
        eq(payouts.month, formatMonth({ year, month })),
      ),
    )
    .orderBy(payouts.id)
  const formattedRows = rows.map((row) => ({
    ...row,
    sentTo: readDetails(ports, row),
    amount: formatDecimal(row.amount, row.currency),
  }))
  await recordAuditEntry(ports.db, ports, viewer, {
    action: 'exportMassPaymentFile',
    target: `payouts of ${formatMonth({ year, month })}`,
    after: { method, payouts: rows.map((row) => row.id) },
  })
  const bytes = Buffer.from(csvText(columnsFor(method), formattedRows))
  const name = `tipdrop-payouts-${method}-${formatMonth({ year, month })}.csv`
  return attachment(name, { type: 'text/csv; charset=utf-8', bytes })
}

function readDetails(
  ports: Ports,
  { creatorId, destination }: { creatorId: string; destination: string },
): string {
  try {
    return decryptPayoutDetails(ports, creatorId, destination)
  } catch (error) {
    if (!(error instanceof UnreadablePayoutDetailsError)) throw error
    return 'Can’t be read: see the alerts'
  }
}

const payoutIdColumn: Column<PayableRow> = { name: 'Payout', of: ({ id }) => id, isNumeric: true }
const genericColumns: ReadonlyArray<Column<PayableRow>> = [
  payoutIdColumn,
  { name: 'Name', of: ({ name }) => name ?? '' },
  { name: 'Pay to', of: ({ sentTo }) => sentTo },
  { name: 'Amount', of: ({ amount }) => amount, isNumeric: true },
  { name: 'Currency', of: ({ currency }) => currency },
]

/** PayPal's mass payment file, and Wise's batch for recipients by email. */
const columnsByMethod: Partial<Record<PayoutMethod, ReadonlyArray<Column<PayableRow>>>> = {
  paypal: [
    { name: 'Email/Phone', of: ({ sentTo }) => sentTo },
    { name: 'Amount', of: ({ amount }) => amount, isNumeric: true },
    { name: 'Currency code', of: ({ currency }) => currency },
    { name: 'Reference ID', of: ({ id }) => id, isNumeric: true },
    { name: 'Note to recipient', of: ({ id }) => `${site().name} payout ${id}` },
    { name: 'Recipient wallet', of: () => 'PayPal' },
  ],
  wise: [
    { name: 'name', of: ({ name, sentTo }) => name ?? sentTo },
    { name: 'recipientEmail', of: ({ sentTo }) => sentTo },
    { name: 'paymentReference', of: ({ id }) => `${site().name} ${id}` },
    { name: 'receiverType', of: () => 'PERSON' },
    { name: 'amountCurrency', of: () => 'target' },
    { name: 'amount', of: ({ amount }) => amount, isNumeric: true },
    { name: 'sourceCurrency', of: ({ currency }) => currency },
    { name: 'targetCurrency', of: ({ currency }) => currency },
    { name: 'type', of: () => 'EMAIL' },
  ],
}

function columnsFor(method: PayoutMethod): ReadonlyArray<Column<PayableRow>> {
  return columnsByMethod[method] ?? genericColumns
}
