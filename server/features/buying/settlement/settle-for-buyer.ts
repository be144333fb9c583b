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
/** Payments whose reads are counted, by who asks, so that memory is bounded. The oldest ones are forgotten first. */
const maxPayments = 10_000

/** `isReading`: the last read is not answered yet. */
type Reads = { startedAt: number; count: number; isReading: boolean; last: Promise<Settlement> }

const readsByInstance = new WeakMap<Ports['db'], Map<string, Reads>>()

/**
 * Settles while the buyer waits. When the provider does not answer, it is unknown whether they paid, and the message
 * says so. Many calls in a short time share reads of the payment at the provider.
 */
export function settleForBuyer(ports: Ports, paymentId: string, known?: FoundPayment): Promise<Settlement> {
  return settleOrSayWhy(ports, { paymentId, asker: 'returned', known })
}

/**
 * The same for the checkout page, before the buyer pays. Its reads are counted apart: a page that was loaded again and again must
 * not use up those of the buyer who then pays, and would be told what was true before.
 */
export function settleForCheckout(ports: Ports, paymentId: string): Promise<Settlement> {
  return settleOrSayWhy(ports, { paymentId, asker: 'checkout', known: undefined })
}

type Question = {
  paymentId: string
  asker: 'returned' | 'checkout'
  known: FoundPayment | undefined
}

function settleOrSayWhy(ports: Ports, question: Question): Promise<Settlement> {
  return settleInTurn(ports, question).catch((error: unknown) => {
    if (error instanceof ProviderUnavailableError)
      throw new AppError('provider_unavailable', paymentBeingChecked)
    throw error
  })
}

async function settleInTurn(ports: Ports, question: Question): Promise<Settlement> {
  const reads = readsOf(ports, keyOf(question))
  if (reads?.isReading) {
    const settled = await shared(reads.last)
    // That read may have begun before this buyer had paid.
    return settled.state === 'paid' ? settled : settleInTurn(ports, question)
  }
  if (reads && reads.count >= maxReads)
    return (await findSettled(ports, question.paymentId)) ?? shared(reads.last)
  return read(ports, question, reads)
}

async function read(ports: Ports, question: Question, reads: Reads | undefined): Promise<Settlement> {
  const last = settlePurchase(ports, question.paymentId, question.known)
  const current = reads ?? { startedAt: ports.clock.now().getTime(), count: 0, isReading: true, last }
  Object.assign(current, { count: current.count + 1, isReading: true, last })
  if (!reads) store(ports, keyOf(question), current)
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

function keyOf({ asker, paymentId }: Question): string {
  return `${asker}/${paymentId}`
}

function readsOf({ db, clock }: Ports, key: string): Reads | undefined {
  const reads = readsByInstance.get(db)?.get(key)
  if (!reads || reads.isReading) return reads
  // A clock that was set back ends the window too.
  const elapsedMs = clock.now().getTime() - reads.startedAt
  return elapsedMs >= 0 && elapsedMs < windowMs ? reads : undefined
}

function store({ db }: Ports, key: string, reads: Reads): void {
  const ofInstance = readsByInstance.get(db) ?? new Map<string, Reads>()
  readsByInstance.set(db, ofInstance)
  ofInstance.delete(key)
  ofInstance.set(key, reads)
  const [oldest] = ofInstance.keys()
  if (ofInstance.size > maxPayments && oldest !== undefined) ofInstance.delete(oldest)
}
