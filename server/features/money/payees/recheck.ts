import { forEachRow } from '../../../db/pages-by-key.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { type PayeeRow, selectPendingVat, updateVat } from './repository.ts'
import { lookVatIdUp, sealPayee, tryToOpenPayee } from './stored.ts'

const batchSize = 100

/**
 * Asks the register again for VAT IDs that it gave no answer for. Safe in several processes at once: an answer is stored only
 * while the row is as it was read. A creator whose VAT ID the register doesn't have gets an email.
 */
export async function recheckVatIds(ports: Ports, signal?: AbortSignal): Promise<void> {
  const { db, log } = ports
  for (let after = 0; !signal?.aborted; ) {
    const rows = await selectPendingVat(db, after, batchSize)
    await forEachRow(rows, (row) => recheck(ports, row), {
      log,
      message: 'a VAT ID could not be looked up, will retry',
      describe: ({ id }) => ({ payeeId: id }),
    })
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}

async function recheck(ports: Ports, row: PayeeRow): Promise<void> {
  const open = tryToOpenPayee(ports, row)
  if (!open) return
  const { details } = open
  const { vatState, lookup } = await lookVatIdUp(ports, details.vatId)
  if (vatState === 'pending') return
  await ports.db.transaction(async (tx) => {
    const changed = sealPayee(ports, row.creatorId, { details, lookup })
    if (!(await updateVat(tx, row, { details: changed, vatState }))) return
    const creator = vatState === 'invalid' ? await findUserById(tx, row.creatorId) : undefined
    if (!creator) return
    await sendEmail(tx, ports, {
      kind: 'vat_id_not_found',
      dedupeKey: `payee/${row.id}`,
      to: creator.email,
      data: { vatId: details.vatId },
    })
  })
}
