import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  maskDestination,
  parsePayoutDestination,
  shortenDestination,
} from '../../../contract/payout-destination.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type * as contract from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import { users } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { requireRecentSignIn } from '../accounts/require-recent-sign-in.ts'
import { enqueueEmail } from '../mail/outbox.ts'

type PayoutMethodInput = z.output<typeof contract.setPayoutMethod.body>

/**
 * Sets the payout method of a creator with a recent sign-in. Emails the previous payout address and the account, so
 * that a stolen session cannot change it unnoticed. Returns the destination as its owner sees it.
 */
export async function setPayoutMethod(
  ports: Ports,
  viewer: Viewer,
  { payoutMethod, payoutEmail: typed }: PayoutMethodInput,
): Promise<PayoutMethodInput> {
  const parsed = parsePayoutDestination(payoutMethod, typed)
  if ('error' in parsed) throw new AppError('invalid_input', parsed.error, { payoutEmail: parsed.error })
  const payoutEmail = parsed.value
  requireRecentSignIn(ports, viewer)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const before = await lockCreator(tx, viewer.id)
    if (before.payoutMethod === payoutMethod && before.payoutEmail === payoutEmail) return
    await tx.update(users).set({ payoutMethod, payoutEmail, updatedAt: now }).where(eq(users.id, viewer.id))
    const description = `${payoutMethodLabel(payoutMethod)}, ${maskDestination(payoutEmail)}`
    const recipients = new Set([before.email, ...emailAddressOf(before.payoutEmail)])
    for (const recipient of recipients) {
      const dedupeKey = `user/${viewer.id}/${randomUUID()}`
      await enqueueEmail(tx, ports, {
        kind: 'payout_method_changed',
        dedupeKey,
        recipient,
        data: { message: description },
      })
    }
  })
  return { payoutMethod, payoutEmail: shortenDestination(payoutEmail) }
}

/** The previous destination may be a phone number, a handle or a bank account, which get no email. */
function emailAddressOf(destination: string | null): Array<string> {
  return destination !== null && destination.lastIndexOf('@') > 0 ? [destination] : []
}
