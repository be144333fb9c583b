import { contentById } from '../features/content/repository.ts'
import { type AttemptRow, claimDueAttempts } from '../features/purchases/attempts.ts'
import { settlePurchase } from '../features/purchases/settle.ts'
import { handOver } from '../features/purchases/start.ts'
import type { Ports } from '../ports/index.ts'

const batch = 50

/**
 * Settles what no webhook and no return page told us of: reads due attempts again at the provider, after 2 minutes, then
 * backing off to once a day for 90 days; cancels what was abandoned for a day or whose item is no longer sold. Returns how many it looked at.
 */
export async function settleStragglers(ports: Ports): Promise<number> {
  const due = await claimDueAttempts(ports.db, ports.clock.now(), batch)
  for (const attempt of due) {
    await look(ports, attempt).catch((error: unknown) => {
      ports.log.error(
        { err: error, attemptId: attempt.id },
        'an attempt could not be settled; it is looked at again',
      )
    })
  }
  return due.length
}

async function look(ports: Ports, attempt: AttemptRow): Promise<void> {
  const row = await contentById(ports.db, attempt.contentId)
  // Without its id a crash came between the provider's answer and our note of it: the same key gives the same payment.
  const paymentId =
    attempt.providerPaymentId ?? (await handOver(ports, attempt, row?.content.title ?? '')).paymentIntentId
  const isOver = attempt.expiresAt <= ports.clock.now() || row?.content.deletedAt !== null
  if (attempt.state === 'open' && isOver) await ports.payments.cancelPayment(paymentId)
  await settlePurchase(ports, paymentId)
}
