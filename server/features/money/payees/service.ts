import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { formatDecimal } from '../../../../contract/money.ts'
import type * as contract from '../../../../contract/payees.ts'
import type { PayeeInput, PayeeState, VatRegisterState } from '../../../../contract/payees.ts'
import { AppError } from '../../../../domain/errors.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import { parsePayee } from '../../../../domain/payee.ts'
import { normalizeVatId } from '../../../../domain/vat-id.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { findUserById, lockCreator, updateUser } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { getBalance } from '../ledger/repository.ts'
import { findPayee, replacePayee, sumPayoutsSince, updateVat } from './repository.ts'
import { blockedCountries, payeeRules } from './rules.ts'
import { presentSelfBilling, saveSelfBilling } from './self-billing.ts'
import { lookVatIdUp, presentPayee, presentVat, sealPayee, tryToOpenPayee } from './stored.ts'

export async function getPayee(ports: Ports, viewer: Viewer): Promise<PayeeState> {
  const { db, config } = ports
  const { rule, from, yearStart, blockedCountries: blocked } = payeeRules(ports)
  const row = await findPayee(db, viewer.id)
  const open = tryToOpenPayee(ports, row)
  const user = await findUserById(db, viewer.id)
  const paid = await sumPayoutsSince(db, viewer.id, yearStart)
  const balance = await getBalance(db, creatorAccount(viewer.id))
  return {
    rule,
    requiredFrom: from === 0 ? null : formatDecimal(from, config.currency),
    reachesIt: paid + balance >= from,
    currency: config.currency,
    details: open ? presentPayee(open) : null,
    isUnreadable: row !== undefined && open === undefined,
    country: user?.country ?? null,
    blockedCountries: [...blocked],
    selfBilling: await presentSelfBilling(ports, viewer.id),
  }
}

/** The details in clear, for their owner to change. */
export async function readPayee(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof contract.readPayee.response>> {
  requireRecentSignIn(ports, viewer)
  return { details: tryToOpenPayee(ports, await findPayee(ports.db, viewer.id))?.details ?? null }
}

/**
 * Saves who is paid, of a creator with a recent sign-in, and emails the account. What payouts were made with before stays. A
 * register that does not answer stops no one: it is asked again (recheck.ts).
 */
export async function savePayee(ports: Ports, viewer: Viewer, input: PayeeInput): Promise<PayeeState> {
  requireRecentSignIn(ports, viewer)
  const now = ports.clock.now()
  const rules = { today: now.toISOString().slice(0, 10), blockedCountries: blockedCountries(ports) }
  const parsed = parsePayee(input, rules)
  if ('errors' in parsed)
    throw new AppError('invalid_input', Object.values(parsed.errors)[0] ?? 'Check the fields', parsed.errors)
  const { details } = parsed
  // Before the transaction, because the register may take its time.
  const vat = await lookVatIdUp(ports, details.vatId)
  await ports.db.transaction(async (tx) => {
    const creator = await lockCreator(tx, viewer.id)
    const before = tryToOpenPayee(ports, await findPayee(tx, viewer.id))
    const sealed = sealPayee(ports, viewer.id, { details, lookup: vat.lookup })
    if (before && isSame(before.details, details)) {
      if (vat.vatState !== 'pending')
        await updateVat(tx, before.row, { details: sealed, vatState: vat.vatState })
      return
    }
    await replacePayee(tx, {
      creatorId: viewer.id,
      kind: details.kind,
      country: details.country,
      details: sealed,
      vatState: vat.vatState,
      createdAt: now,
    })
    if (creator.country === null)
      await updateUser(tx, viewer.id, { country: details.country, updatedAt: now })
    await sendEmail(tx, ports, {
      kind: 'payee_changed',
      dedupeKey: `user/${viewer.id}/${randomUUID()}`,
      to: creator.email,
      data: { isFirst: before === undefined },
    })
  })
  return getPayee(ports, viewer)
}

function isSame(one: PayeeInput, other: PayeeInput): boolean {
  return JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())
}

/** Looks a typed VAT ID up, and stores nothing. */
export async function checkVatId(ports: Ports, typed: string): Promise<VatRegisterState> {
  const { vatState, lookup } = await lookVatIdUp(ports, normalizeVatId(typed))
  return presentVat(vatState, lookup)
}

/** Agrees that the site writes the creator's invoices, or ends that. */
export async function setSelfBilling(
  ports: Ports,
  viewer: Viewer,
  { isAgreed }: { isAgreed: boolean },
): Promise<PayeeState> {
  await saveSelfBilling(ports, viewer, isAgreed)
  return getPayee(ports, viewer)
}
