import { and, eq, isNull } from 'drizzle-orm'
import type { PayeeState } from '../../../../contract/payees.ts'
import { site } from '../../../../contract/site.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows } from '../../../db/rows.ts'
import { selfBillingAgreements } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'

type Agreement = typeof selfBillingAgreements.$inferSelect

/** The agreement that is valid now. */
async function findAgreement(db: Db, creatorId: string): Promise<Agreement | undefined> {
  const [row] = await db
    .select()
    .from(selfBillingAgreements)
    .where(and(eq(selfBillingAgreements.creatorId, creatorId), isNull(selfBillingAgreements.endedAt)))
  return row
}

/** Whether the operator writes invoices for creators, and can: an invoice names who gets it. */
function isSelfBillingOffered({ settings }: Pick<Ports, 'settings'>): boolean {
  const { selfBilling, sellerName, sellerAddress } = settings.current()
  return selfBilling === 'on' && sellerName !== '' && sellerAddress !== ''
}

export async function presentSelfBilling(
  ports: Ports,
  creatorId: string,
): Promise<PayeeState['selfBilling']> {
  const agreement = await findAgreement(ports.db, creatorId)
  return {
    isOffered: isSelfBillingOffered(ports),
    words: agreement?.words ?? agreementWords(ports),
    agreedAt: agreement?.agreedAt.toISOString() ?? null,
  }
}

/** Agrees, or ends the agreement. An ended one is kept as long as the invoices that it was about. */
export async function saveSelfBilling(ports: Ports, viewer: Viewer, isAgreed: boolean): Promise<void> {
  const { db, clock } = ports
  await db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const agreement = await findAgreement(tx, viewer.id)
    if (isAgreed === (agreement !== undefined)) return
    if (!isAgreed) return endAgreement(tx, viewer.id, clock.now())
    if (!isSelfBillingOffered(ports))
      throw new AppError('conflict', 'This site doesn’t write invoices for creators right now.')
    const row = { creatorId: viewer.id, words: agreementWords(ports), agreedAt: clock.now() }
    await insertRows(tx, selfBillingAgreements, [row])
  })
}

export async function endAgreement(tx: Tx, creatorId: string, now: Date): Promise<void> {
  await tx
    .update(selfBillingAgreements)
    .set({ endedAt: now })
    .where(and(eq(selfBillingAgreements.creatorId, creatorId), isNull(selfBillingAgreements.endedAt)))
}

/** What article 224 of the VAT directive asks for: an agreement before, and that each invoice is accepted. */
function agreementWords({ settings }: Pick<Ports, 'settings'>): string {
  const name = settings.current().sellerName || site().name
  return `I agree that ${name} issues the invoices for what I supply to it, in my name and on my behalf. I accept each of them unless I object within 14 days of getting it, and I issue none for the same supplies. I tell ${name} at once when my VAT ID changes or ends. Either of us can end this anytime, for later invoices.`
}
