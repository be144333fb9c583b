import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type * as contract from '../../../contract/payouts.ts'
import { users } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { requireRecentSignIn } from '../accounts/require-recent-sign-in.ts'
import { enqueueEmail } from '../mail/outbox.ts'

type PayoutMethodInput = z.output<typeof contract.setPayoutMethod.body>

/**
 * Sets how and where to a creator is paid, for somebody who signed in a few minutes ago. Where payouts went so far is
 * told, and so is the account's own address: whoever took over a session cannot do it in silence.
 */
export async function setPayoutMethod(
  ports: Ports,
  viewer: Viewer,
  { payoutMethod, payoutEmail }: PayoutMethodInput,
): Promise<PayoutMethodInput> {
  requireRecentSignIn(ports, viewer)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const before = await lockCreator(tx, viewer.id)
    if (before.payoutMethod === payoutMethod && before.payoutEmail === payoutEmail) return
    await tx.update(users).set({ payoutMethod, payoutEmail, updatedAt: now }).where(eq(users.id, viewer.id))
    const description = `${payoutMethodLabel(payoutMethod)}, ${maskEmail(payoutEmail)}`
    const recipients = new Set([before.email, ...(before.payoutEmail ? [before.payoutEmail] : [])])
    for (const recipient of recipients) {
      const dedupeKey = `user/${viewer.id}/${randomUUID()}`
      await enqueueEmail(tx, ports, {
        kind: 'payout-method',
        dedupeKey,
        recipient,
        data: { message: description },
      })
    }
  })
  return { payoutMethod, payoutEmail }
}

/** Enough for its owner to know it by: `m•••@example.com`. The old address may be somebody else's by now. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}
