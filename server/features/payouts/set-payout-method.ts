import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { countryName } from '../../../contract/countries.ts'
import {
  isMethodOffered,
  maskDestination,
  parsePayoutDestination,
} from '../../../contract/payout-destination.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type * as contract from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import { users } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { alertOfDebtorsDetails } from '../accounts/debts.ts'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  UnreadablePayoutDetailsError,
} from '../accounts/payout-details.ts'
import { lockCreator, type UserRow } from '../accounts/repository.ts'
import { requireRecentSignIn } from '../accounts/require-recent-sign-in.ts'
import { enqueueEmail } from '../mail/outbox.ts'

type PayoutMethodInput = z.output<typeof contract.setPayoutMethod.body>

/**
 * Sets the payout method of a creator with a recent sign-in. Emails the previous payout address and the account, so
 * that a stolen session cannot change it unnoticed. Returns the masked destination. What is stored is encrypted.
 */
export async function setPayoutMethod(
  ports: Ports,
  viewer: Viewer,
  { payoutMethod, payoutEmail: typed }: PayoutMethodInput,
): Promise<PayoutMethodInput> {
  const parsed = parsePayoutDestination(payoutMethod, typed)
  if ('error' in parsed) throw new AppError('invalid_input', parsed.error, { payoutEmail: parsed.error })
  const payoutEmail = parsed.value
  const mask = maskDestination(payoutEmail)
  requireRecentSignIn(ports, viewer)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const before = await lockCreator(tx, viewer.id)
    requireOffered(payoutMethod, before.country)
    const previous = readPreviousDetails(ports, before)
    if (before.payoutMethod === payoutMethod && previous === payoutEmail) return
    await tx
      .update(users)
      .set({
        payoutMethod,
        payoutEmail: encryptPayoutDetails(ports, viewer.id, payoutEmail),
        payoutMask: mask,
        updatedAt: now,
      })
      .where(eq(users.id, viewer.id))
    await alertOfDebtorsDetails(tx, ports, { creatorId: viewer.id, details: payoutEmail })
    const description = `${payoutMethodLabel(payoutMethod)}, ${mask}`
    const recipients = new Set([before.email, ...emailAddressOf(previous)])
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
  return { payoutMethod, payoutEmail: mask }
}

function requireOffered(method: PayoutMethodInput['payoutMethod'], country: string | null): void {
  if (isMethodOffered(method, country)) return
  const message = `${payoutMethodLabel(method)} can’t pay to ${countryName(country ?? '')}. Choose another method.`
  throw new AppError('invalid_input', message, { payoutMethod: message })
}

/** Null when there are none, or when they cannot be read: they are replaced either way. */
function readPreviousDetails(ports: Ports, { id, payoutEmail }: UserRow): string | null {
  if (payoutEmail === null) return null
  try {
    return decryptPayoutDetails(ports, id, payoutEmail)
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return null
    throw error
  }
}

/** The previous destination may be a phone number, a handle or a bank account, which get no email. */
function emailAddressOf(destination: string | null): Array<string> {
  return destination !== null && destination.lastIndexOf('@') > 0 ? [destination] : []
}
