import { paymentBeingChecked } from '../../../../contract/checkout.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'
import { ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import { type FoundPayment, findPayment } from '../purchases/repository.ts'
import { type Settlement, settlePurchase } from './settle-purchase.ts'

/**
 * Anyone may ask about a payment as often as they like, so it is read once a second at most, and up to three times at once for
 * the calls of a page that returns from the card form. One read runs at a time.
 */
const maxReads = 3
const windowMs = 3_000
/** Payments whose reads are counted, so that memory is bounded. The oldest ones are forgotten first. */
const maxPayments = 10_000

/** `isReading`: the last read is not answered yet. */
type Reads = { startedAt: number; count: number; isReading: boolean; last: Promise<Settlement> }

const readsByInstance = new WeakMap<Ports['db'], Map<string, Reads>>()

/**
 * Settles while the buyer waits. When the provider does not answer, it is unknown whether they paid, and the message
 * says so. Many calls in a short time share reads of the payment at the provider.
 */
export function settleForBuyer(ports: Ports, paymentId: string, known?: FoundPayment): Promise<Settlement> {
  return settleInTurn(ports, paymentId, known).catch((error: unknown) => {
    if (error instanceof ProviderUnavailableError)
      throw new AppError('provider_unavailable', paymentBeingChecked)
    throw error
  })
}

async function settleInTurn(ports: Ports, paymentId: string, known?: FoundPayment): Promise<Settlement> {
  const reads = readsOf(ports, paymentId)
  if (reads?.isReading) {
    const settled = await shared(reads.last)
    // That read may have begun before this buyer had paid.
    return settled.state === 'paid' ? settled : settleInTurn(ports, paymentId, known)
  }
  if (reads && reads.count >= maxReads) return (await findSettled(ports, paymentId)) ?? shared(reads.last)
  return read(ports, paymentId, { known, reads })
}

async function read(
  ports: Ports,
  paymentId: string,
  { known, reads }: { known: FoundPayment | undefined; reads: Reads | undefined },
): Promise<Settlement> {
  const last = settlePurchase(ports, paymentId, known)
  const current = reads ?? { startedAt: ports.clock.now().getTime(), count: 0, isReading: true, last }
  Object.assign(current, { count: current.count + 1, isReading: true, last })
  if (!reads) store(ports, paymentId, current)
  try {
    return await last
  } finally {
    current.isReading = false
  }
}

/** What a webhook or the sweep has recorded since the last read. */
async function findSettled(
  { db, paymentProvider }: Ports,
  paymentId: string,
): Promise<Settlement | undefined> {
  const found = await findPayment(db, { provider: paymentProvider.id, paymentId })
  return found?.purchase ? { state: 'paid', purchaseId: found.purchase.orderNumber } : undefined
}

/** Without the new purchase: something may have happened to it since. */
async function shared(last: Promise<Settlement>): Promise<Settlement> {
  const { state, purchaseId } = await last
  return { state, purchaseId }
}

function readsOf({ db, clock }: Ports, paymentId: string): Reads | undefined {
  const reads = readsByInstance.get(db)?.get(paymentId)
  if (!reads || reads.isReading) return reads
  // A clock that was set back ends the window too.
  const elapsedMs = clock.now().getTime() - reads.startedAt
  return elapsedMs >= 0 && elapsedMs < windowMs ? reads : undefined
}

function store({ db }: Ports, paymentId: string, reads: Reads): void {
  const ofInstance = readsByInstance.get(db) ?? new Map<string, Reads>()
  readsByInstance.set(db, ofInstance)
  ofInstance.delete(paymentId)
  ofInstance.set(paymentId, reads)
  const [oldest] = ofInstance.keys()
  if (ofInstance.size > maxPayments && oldest !== undefined) ofInstance.delete(oldest)
}
