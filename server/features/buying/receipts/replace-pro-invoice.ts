import { and, asc, eq } from 'drizzle-orm'
import type { Subscription } from '../../../../contract/subscriptions.ts'
import { AppError } from '../../../../domain/errors.ts'
import { documents } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { replaceDocument } from '../../money/documents/replace.ts'
import { findBuyerOfPro } from '../../money/subscriptions/buyer.ts'
import { findReplaceable } from '../../money/subscriptions/documents.ts'
import { lockInvoice } from '../../money/subscriptions/invoices-repository.ts'
import { getSubscription } from '../../money/subscriptions/service.ts'
import { freezeContents } from './freeze-contents.ts'
import { issueReceipts } from './issue-receipts.ts'

/**
 * Issues an invoice of Pro again with the creator's payee details of now: a credit note cancels the first one. The tax stays. Throws
 * AppError `not_found` for another creator's, and `conflict` when it was done before, has these details, or is too old.
 */
export async function replaceProInvoice(ports: Ports, viewer: Viewer, id: number): Promise<Subscription> {
  await issueReceipts(ports)
  await ports.db.transaction(async (tx) => {
    const { creatorId, proInvoiceId, year, number } = documents
    const isOwn = and(eq(creatorId, viewer.id), eq(proInvoiceId, id))
    const [first] = await tx.select({ id: documents.id }).from(documents).where(isOwn).limit(1)
    if (!first) throw new AppError('not_found', 'Invoice Not Found')
    await lockInvoice(tx, id)
    const rows = await tx.select().from(documents).where(isOwn).orderBy(asc(year), asc(number))
    const buyer = await findBuyerOfPro(tx, ports, viewer.id)
    const invoice = findReplaceable(rows, { buyer, now: ports.clock.now() })
    if (!invoice)
      throw new AppError(
        'conflict',
        'This invoice can’t be issued again: it has these details, or is too old.',
      )
    const details = { businessName: buyer.name, businessAddress: buyer.address, vatId: buyer.vatId }
    const { creditNote, replacement } = await replaceDocument(tx, ports, invoice, details)
    await freezeContents(tx, ports, [creditNote, replacement])
  })
  return getSubscription(ports, viewer)
}
