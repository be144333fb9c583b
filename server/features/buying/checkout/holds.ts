import { limits } from '../../../../contract/limits.ts'
import { noCopyMessage } from '../../../../domain/copies.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { checkouts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { presentCopies, presentStock } from '../../selling/content/present.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { keysOf, selectPooled } from '../../selling/licenses/pool.ts'
import { copiesOf } from '../../selling/reservations/copies.ts'
import { hold, type Subject, selectFreeableCheckouts } from '../../selling/reservations/repository.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import { settlePurchase } from '../settlement/settle-purchase.ts'
import { ensureProviderPayment } from './provider-payment.ts'

/** One of something limited that a checkout holds while it is paid, and the error of a buyer who finds none. */
export type Hold = { subject: Subject; refuse: () => Promise<AppError> }

/** A copy of an item whose copies are limited; nothing for others. */
export function copyOf({ db }: Pick<Ports, 'db'>, row: ContentRow): Array<Hold> {
  if (!presentStock(row)) return []
  return [{ subject: copiesOf(row.content.id), refuse: () => refuseCopy(db, row) }]
}

/** A license key of each creator's list from which its buyer gets one: of the item, or of those of a bundle without what they own. */
export async function keysFor(
  { db }: Pick<Ports, 'db'>,
  row: ContentRow,
  ownedContentIds: ReadonlyArray<number>,
): Promise<Array<Hold>> {
  if (!row.keyPool) return []
  const ids = await selectPooled(db, row.content)
  return ids
    .filter((id) => !ownedContentIds.includes(id))
    .map((id) => ({ subject: keysOf(id), refuse: () => refuseCopy(db, row) }))
}

async function refuseCopy(db: Db, row: ContentRow): Promise<AppError> {
  return noCopyError((await findContentById(db, row.content.id)) ?? row)
}

function noCopyError(row: ContentRow): AppError {
  const copies = presentCopies(row)
  // One came back between the attempt and this read: the buyer may try again.
  const shown = !copies || copies.state === 'available' ? { state: 'held' as const, max: 2 } : copies
  const message = noCopyMessage(shown)
  return new AppError('conflict', message, { copies: message })
}

/** None is left of what a checkout needs. The transaction that stores the checkout is rolled back. */
class NoneLeft extends Error {
  override name = 'NoneLeft'
  readonly missing: Hold
  constructor(missing: Hold) {
    super('None is left')
    this.missing = missing
  }
}

/**
 * Holds one of each for a checkout, in the transaction that stores it. The codes come before the keys and the copies in all
 * transactions, so that two buyers don't deadlock.
 */
export async function holdEach(
  tx: Tx,
  { clock }: Pick<Ports, 'clock'>,
  { holds, checkout }: { holds: ReadonlyArray<Hold>; checkout: Pick<CheckoutRow, 'id' | 'hasExtras'> },
): Promise<void> {
  const heldUntil = new Date(clock.now().getTime() + limits.holdMs)
  const ordered = holds.toSorted(
    ({ subject: a }, { subject: b }) => a.kind.localeCompare(b.kind) || a.subjectId - b.subjectId,
  )
  for (const one of ordered)
    if (!(await hold(tx, one.subject, { checkoutId: checkout.id, heldUntil }))) throw new NoneLeft(one)
  // The copies were limited after the checkout was stored.
  if (!checkout.hasExtras) await updateRow(tx, checkouts, { id: checkout.id }, { hasExtras: true })
}

type StoreInput<Stored> = { buyerCookieHash: string; store: (tx: Tx) => Promise<Stored> }

/** The most payments that one buyer waits for. */
const maxFreed = 5

/**
 * Stores a checkout that holds something. When none is left, payments that have held one for too long are canceled, one after
 * another, and it tries again. The provider decides: a payment that is paid meanwhile is settled, and keeps its own.
 */
export async function storeWithHolds<Stored>(
  ports: Ports,
  { buyerCookieHash, store }: StoreInput<Stored>,
): Promise<Stored> {
  const attempt = () =>
    ports.db.transaction(store).catch((error: unknown) => {
      if (error instanceof NoneLeft) return error
      throw error
    })
  const freed: Array<number> = []
  for (;;) {
    const outcome = await attempt()
    if (!(outcome instanceof NoneLeft)) return outcome
    const { subject, refuse } = outcome.missing
    const lapsed = await selectFreeableCheckouts(ports.db, subject, {
      now: ports.clock.now(),
      buyerCookieHash,
    })
    const next = lapsed.find(({ id }) => !freed.includes(id))
    if (!next || freed.length === maxFreed) throw await refuse()
    freed.push(next.id)
    await cancel(ports, next)
  }
}

async function cancel(ports: Ports, checkout: CheckoutRow): Promise<void> {
  const paymentId =
    checkout.providerPaymentId ?? (await ensureProviderPayment(ports, checkout)).paymentIntentId
  await ports.paymentProvider.cancelPayment(paymentId)
  await settlePurchase(ports, paymentId)
}
