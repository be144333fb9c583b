import { createHmac } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import { nextEmailAt } from '../../../../domain/item-updates.ts'
import { pagesByKey } from '../../../db/pages-by-key.ts'
import { deleteRows, findRow, insertIfNew } from '../../../db/rows.ts'
import { contentUpdateOptOuts, contentVersions } from '../../../db/schema/index.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals, type Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireOwnContent } from '../../selling/content/guards.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { findLastEmailedAt, presentVersions } from '../../selling/content/versions-repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { countToldBuyers, selectToldBuyers } from './repository.ts'

/** What the edit form shows before a note is added. */
export async function listVersions(ports: Ports, viewer: Viewer, id: number) {
  await requireOwnContent(ports, viewer, id)
  const { db, clock } = ports
  const now = clock.now()
  const lastEmailedAt = await findLastEmailedAt(db, id)
  return {
    versions: await presentVersions(db, id),
    buyerCount: await countToldBuyers(db, id, now),
    lastEmailedAt: lastEmailedAt?.toISOString() ?? null,
    nextEmailAt: nextEmailAt(lastEmailedAt, now)?.toISOString() ?? null,
  }
}

const batchSize = 200

/**
 * Stores an email about a note for each buyer with access who paid before it was sent out, once for each address, also when
 * the job is repeated.
 */
export async function notifyBuyers(ports: Ports, { versionId }: { versionId: string }): Promise<void> {
  const version = await findRow(ports.db, contentVersions, { id: Number(versionId) })
  if (!version?.emailedAt) return
  const { id, contentId, emailedAt } = version
  const batches = pagesByKey(
    (afterId: number | undefined, limit) =>
      selectToldBuyers(ports.db, { contentId, until: emailedAt, afterId, limit }),
    { keyOf: ({ purchaseId }) => purchaseId, pageSize: batchSize },
  )
  for await (const batch of batches)
    await ports.db.transaction(async (tx) => {
      for (const { purchaseId, email } of batch)
        await sendEmail(tx, ports, {
          kind: 'item_updated',
          dedupeKey: `version/${id}/${email.toLowerCase()}`,
          to: email,
          data: { purchaseId, versionId: id },
          lane: 2,
        })
    })
}

/** The token of the link that ends updates of the item of a purchase. */
export function updatesToken({ secret }: Pick<Ports, 'secret'>, purchaseId: number): string {
  return `${purchaseId}.${createHmac('sha256', secret).update(`updates ${purchaseId}`).digest('base64url')}`
}

export async function getItemUpdates(ports: Ports, token: string) {
  const bought = await requireBought(ports, token)
  const row = await findContentById(ports.db, bought.purchase.contentId)
  if (!row) throw brokenLink()
  return { title: row.content.title, isOn: !(await hasOptedOut(ports, bought)) }
}

/** Idempotent. It also succeeds for an address that was erased, which gets no emails. */
export async function stopUpdates(ports: Ports, token: string): Promise<void> {
  const { purchase } = await requireBought(ports, token)
  if (purchase.buyerEmail === '') return
  const row = { ...optOutOf(purchase), createdAt: ports.clock.now() }
  await insertIfNew(ports.db, contentUpdateOptOuts, row, ['contentId', 'email'])
}

export async function resumeUpdates(ports: Ports, token: string): Promise<void> {
  const { purchase } = await requireBought(ports, token)
  await deleteRows(ports.db, contentUpdateOptOuts, optOutOf(purchase))
}

export async function hasOptedOut({ db }: Ports, { purchase }: Pick<PurchaseWithGrant, 'purchase'>) {
  return (await findRow(db, contentUpdateOptOuts, optOutOf(purchase))) !== undefined
}

function optOutOf({ contentId, buyerEmail }: PurchaseWithGrant['purchase']) {
  return { contentId, email: buyerEmail.toLowerCase() }
}

async function requireBought(ports: Ports, token: string): Promise<PurchaseWithGrant> {
  const id = Number(token.split('.')[0])
  const isOurs = acceptedSecrets(ports).some((secret) =>
    timingSafeEquals(updatesToken({ secret }, id), token),
  )
  const bought = isOurs ? await findPurchase(ports.db, id) : undefined
  if (!bought) throw brokenLink()
  return bought
}

function brokenLink(): AppError {
  return new AppError('not_found', 'This link doesn’t work anymore.')
}
