import { inArray } from 'drizzle-orm'
import { parseAccountHolder, readNamedEmail } from '../../../../contract/bank-accounts.ts'
import type { PayoutMethod } from '../../../../contract/payouts.ts'
import type { FilePayout } from '../../../../domain/payout-files/payout-file.ts'
import type { Db } from '../../../db/database.ts'
import { payees, type payouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { readPayoutDetails } from '../../people/accounts/payout-details.ts'
import { tryToOpenPayee } from '../payees/stored.ts'

type PayoutRow = typeof payouts.$inferSelect

/** A payout with its details in clear; without them when its key is missing. */
type OpenPayout = { row: PayoutRow; payout: FilePayout | undefined }

/**
 * Payouts with their details in clear, and the legal name of who is paid where the details have no name on the account. Transfers
 * are left out.
 */
export async function openPayouts(
  db: Db,
  ports: Ports,
  rows: ReadonlyArray<PayoutRow>,
): Promise<Array<OpenPayout>> {
  const payeeIds = rows.flatMap(({ payeeId }) => (payeeId === null ? [] : [payeeId]))
  const known =
    payeeIds.length === 0 ? [] : await db.select().from(payees).where(inArray(payees.id, payeeIds))
  const byId = new Map(known.map((payee) => [payee.id, payee]))
  return rows.flatMap((row): Array<OpenPayout> => {
    const { id, amount, currency, method, creatorId, destination, payeeId } = row
    if (method === 'transfer') return []
    const details = readPayoutDetails(ports, creatorId, destination)
    if (details === undefined) return [{ row, payout: undefined }]
    const payee = tryToOpenPayee(ports, payeeId === null ? undefined : byId.get(payeeId))
    const name = parseAccountHolder(payee?.details.legalName ?? '')
    const payout: FilePayout = {
      id,
      amount,
      currency,
      method,
      details: 'value' in name ? withName(method, details, name.value) : details,
      ...('value' in name && { payeeName: name.value }),
      ...(payee?.row.kind === 'business' && { isBusiness: true }),
    }
    return [{ row, payout }]
  })
}

/** Wise asks for the name on the account, which earlier versions did not ask creators for. */
function withName(method: PayoutMethod, details: string, name: string): string {
  return method === 'wise' && !readNamedEmail(details) ? `${name}, ${details}` : details
}
