import type { PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { decimal } from '../../../contract/money.ts'
import type { Unlocked } from '../../../contract/purchases.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { AppError } from '../../../domain/errors.ts'
import { amountDue } from '../../../domain/price.ts'
import { hashOf, type Viewer } from '../../http/call.ts'
import type { Limit } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { ownOr404 } from '../content/own.ts'
import { presentPublic } from '../content/present.ts'
import { type ContentRow, contentById } from '../content/repository.ts'
import { queueMail } from '../mail/outbox.ts'
import { accessToken, newGrant } from './tokens.ts'
import { insertTrial, type TrialRow, trialByToken } from './trial-rows.ts'
import { unlockedContent } from './unlocked-content.ts'

/** The creator's own item, also a draft. */
export async function showTrial(ports: Ports, viewer: Viewer, id: number): Promise<PublicContent> {
  const row = await ownOr404(ports, viewer, id)
  return presentPublic(row, ports.payments.limits(row.content.currency))
}

export function trialLimits(viewer: Viewer | undefined): Array<Limit> {
  return viewer ? [{ key: `trial/${viewer.id}`, max: limits.trialsPerHour, perMs: 3_600_000 }] : []
}

/**
 * A purchase without a card: the provider is not asked, nothing is booked, and nothing is counted. What a buyer would get,
 * page, file and mail, goes to the creator alone. Gives the address of that page.
 */
export async function startTrial(
  ports: Ports,
  viewer: Viewer | undefined,
  { contentId, amount }: { contentId: number; amount: string | undefined },
): Promise<string> {
  if (!viewer) throw new AppError('unauthorized', 'Sign in to try your own item.')
  const { content } = await ownOr404(ports, viewer, contentId)
  const due = amountDue(content, amount, ports.payments.limits(content.currency))

  const { nonce, tokenHash } = newGrant(ports)
  const id = ports.newId()
  const { email } = viewer
  await ports.db.transaction(async (tx) => {
    await insertTrial(tx, {
      id,
      contentId,
      creatorId: viewer.id,
      amount: due,
      currency: content.currency,
      email,
      nonce,
      tokenHash,
      createdAt: ports.clock.now(),
    })
    await queueMail(tx, ports, {
      kind: 'trial',
      subject: `trial/${id}`,
      recipient: email,
      data: { trialId: id },
    })
  })
  return `/access/${accessToken(ports, nonce)}`
}

export type Trial = { trial: TrialRow; row: ContentRow }

/** The test purchase behind a token, while it lasts and its item is there. */
export async function trialBy(ports: Ports, token: string): Promise<Trial | undefined> {
  const trial = await trialByToken(ports.db, hashOf(token), ports.clock.now())
  return trial && withContent(ports, trial)
}

export async function withContent({ db }: Ports, trial: TrialRow): Promise<Trial | undefined> {
  const row = await contentById(db, trial.contentId)
  return row && !row.content.deletedAt ? { trial, row } : undefined
}

/** What a buyer would see, marked as a test. */
export function openTrial(ports: Ports, { trial, row }: Trial): Unlocked {
  return {
    content: unlockedContent(ports, { of: 'trial', purchaseId: trial.id }, row),
    purchase: {
      id: trial.id,
      amount: decimal(trial.amount, trial.currency),
      currency: trial.currency,
      state: 'paid',
      paidAt: trial.createdAt.toISOString(),
      email: trial.email,
      paymentIntentId: '',
      refund: 'over',
      isTest: true,
    },
    accessUrl: trialUrl(ports, trial),
  }
}

export function trialUrl(ports: Ports, { nonce }: Pick<TrialRow, 'nonce'>): string {
  return `${ports.config.publicUrl}/access/${accessToken(ports, nonce)}`
}

export function trialReceipt({ trial, row }: Trial): Receipt {
  const { id, createdAt, email, amount, currency } = trial
  return {
    id,
    paidAt: createdAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    email,
    amount: decimal(amount, currency),
    refunded: decimal(0, currency),
    total: decimal(amount, currency),
    currency,
    state: 'paid',
    isTest: true,
  }
}
