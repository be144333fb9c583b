import { contentById } from '../features/content/repository.ts'
import { atOnce } from '../features/purchases/at-once.ts'
import { type AttemptRow, claimDueAttempts } from '../features/purchases/attempts.ts'
import { settlePurchase } from '../features/purchases/settle.ts'
import { handOver } from '../features/purchases/start.ts'
import type { Ports } from '../ports/index.ts'

const batch = 50
/** How many payments are read at the provider at the same time. */
const width = 4

/**
 * Settles what no webhook and no return page told us of: reads due attempts again at the provider, a while after they
 * began, then backing off to once a day for 90 days; cancels what was abandoned for a day or whose item is no longer
 * sold. Goes on until none is due; returns how many it looked at.
 */
export async function settleStragglers(ports: Ports): Promise<number> {
  const looked = new Set<number>()
  for (;;) {
    const due = await claimDueAttempts(ports.db, ports.clock.now(), batch)
    // What is off sale is due until it is cancelled: when its turn comes again, this round is over.
    const isRound = due.length < batch || due.some(({ id }) => looked.has(id))
    for (const { id } of due) looked.add(id)
    await atOnce(due, width, (attempt) =>
      look(ports, attempt).catch((error: unknown) => {
        ports.log.error(
          { err: error, attemptId: attempt.id },
          'an attempt could not be settled; it is looked at again',
        )
      }),
    )
    if (isRound) return looked.size
  }
}

async function look(ports: Ports, attempt: AttemptRow): Promise<void> {
  const row = await contentById(ports.db, attempt.contentId)
  // Without its id a crash came between the provider's answer and our note of it: the same key gives the same payment.
  const paymentId = attempt.providerPaymentId ?? (await handOver(ports, attempt)).paymentIntentId
  const isOver = attempt.expiresAt <= ports.clock.now() || row?.content.deletedAt !== null
  if (attempt.state === 'open' && isOver) await ports.payments.cancelPayment(paymentId)
  await settlePurchase(ports, paymentId)
}
