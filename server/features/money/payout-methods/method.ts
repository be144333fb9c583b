import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { readNamedEmail } from '../../../../contract/bank-accounts.ts'
import { countryName } from '../../../../contract/countries.ts'
import {
  isMethodOffered,
  maskDestination,
  parsePayoutDestination,
} from '../../../../contract/payout-destination.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import type * as contract from '../../../../contract/payouts.ts'
import { bankCountryOf } from '../../../../domain/bank-country.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import {
  decryptPayoutDetails,
  encryptPayoutDetails,
  UnreadablePayoutDetailsError,
} from '../../people/accounts/payout-details.ts'
import { lockCreator, updateUser } from '../../people/accounts/repository.ts'
import { alertOfDebtorsDetails } from '../../people/sign-in/debts.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requirePayableCountry } from '../payees/rules.ts'
import { clearConfirmation, recordChange } from './change.ts'
import { getConnectStatus } from './connect.ts'
import { notMeToken } from './not-me.ts'
import { findMethodState, type MethodDetails, usedMethod } from './states.ts'

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
  const bankCountry = payoutMethod === 'bank' ? bankCountryOf(payoutEmail) : null
  requirePayableCountry(ports, bankCountry, 'payoutEmail')
  requireRecentSignIn(ports, viewer)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const before = await lockCreator(tx, viewer.id)
    requireOffered(payoutMethod, before.country, ports.config.currency)
    requirePayableCountry(ports, before.country, 'payoutMethod')
    const previous = readDetails(ports, before.id, before.payoutEmail)
    if (before.payoutMethod === payoutMethod && previous === payoutEmail)
      return clearConfirmation(tx, viewer.id, now)
    const used = usedMethod(before, await findMethodState(tx, viewer.id), now)
    const change = await recordChange(tx, ports, before, {
      isBackToPrevious: ({ method, details }) =>
        method === payoutMethod && readDetails(ports, viewer.id, details) === payoutEmail,
    })
    await updateUser(tx, viewer.id, {
      payoutMethod,
      payoutEmail: encryptPayoutDetails(ports, viewer.id, payoutEmail),
      payoutMask: mask,
      payoutCountry: bankCountry,
      updatedAt: now,
    })
    await alertOfDebtorsDetails(tx, ports, { creatorId: viewer.id, details: payoutEmail })
    const description = `${payoutMethodLabel(payoutMethod)}, ${mask}`
    const earlier = [previous, readDetails(ports, viewer.id, used?.details ?? null)]
    const recipients = new Set([before.email, ...earlier.flatMap(emailAddressOf)])
    for (const recipient of recipients) {
      const dedupeKey = `user/${viewer.id}/${randomUUID()}`
      await sendEmail(tx, ports, {
        kind: 'payout_method_changed',
        dedupeKey,
        to: recipient,
        data: { destination: description, ...(change && waitFacts(ports, viewer.id, change)) },
      })
    }
  })
  return { payoutMethod, payoutEmail: mask }
}

function requireOffered(
  method: PayoutMethodInput['payoutMethod'],
  country: string | null,
  currency: string,
): void {
  if (isMethodOffered(method, country, currency)) return
  const where = isMethodOffered(method, null, currency)
    ? `to ${countryName(country ?? '')}`
    : `in ${currency}`
  const message = `${payoutMethodLabel(method)} can’t pay ${where}. Choose another method.`
  throw new AppError('invalid_input', message, { payoutMethod: message })
}

/** What an email about a change says: from when on, where payouts go until then, and the link of *It wasn’t me*. */
function waitFacts(
  ports: Ports,
  creatorId: string,
  { changedAt, from, until }: { changedAt: Date; from: Date; until: MethodDetails | null },
) {
  return {
    from: from.toISOString(),
    until: until ? `${payoutMethodLabel(until.method)}, ${until.mask}` : null,
    token: notMeToken(ports, creatorId, changedAt),
  }
}

/** Null when there are none, or when they cannot be read: they are replaced either way. */
function readDetails(ports: Ports, id: string, stored: string | null): string | null {
  if (stored === null) return null
  try {
    return decryptPayoutDetails(ports, id, stored)
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return null
    throw error
  }
}

/** The previous destination may be a phone number, a handle or a bank account, which get no email. */
function emailAddressOf(destination: string | null): Array<string> {
  if (destination === null || destination.lastIndexOf('@') <= 0) return []
  return [readNamedEmail(destination)?.email ?? destination]
}

/**
 * Sets where a creator lives. The country of a connected account is fixed, so one without details is given up: the next
 * onboarding creates another. Throws AppError `conflict` for an account with details.
 */
export async function setPayoutCountry(
  ports: Ports,
  viewer: Viewer,
  { country }: z.output<typeof contract.setPayoutCountry.body>,
): Promise<z.input<typeof contract.getConnectStatus.response>> {
  requireRecentSignIn(ports, viewer)
  requirePayableCountry(ports, country, 'country')
  // The stored state may be older than the provider's.
  await getConnectStatus(ports, viewer)
  await ports.db.transaction(async (tx) => {
    const creator = await lockCreator(tx, viewer.id)
    if (creator.country === country) return
    const { providerAccountState: state, providerAccountRestriction: restriction } = creator
    if (state !== null && state !== 'new' && restriction !== 'disconnected') {
      const place = creator.country ? ` for ${countryName(creator.country)}` : ''
      const message = `Your bank account is set up${place} with the payment provider, which can’t change the country. Contact us if you’ve moved.`
      throw new AppError('conflict', message, { country: message })
    }
    const account =
      state === 'new'
        ? { providerAccountId: null, providerAccountState: null, providerAccountCurrency: null }
        : {}
    await updateUser(tx, viewer.id, { country, ...account, updatedAt: ports.clock.now() })
  })
  return getConnectStatus(ports, viewer)
}
