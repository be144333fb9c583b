import type { AddedLicenseKeys, RemovedLicenseKeys } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { readKeyList } from '../../../../domain/key-list.ts'
import type { Tx } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { requireOwnContent } from '../content/guards.ts'
import { issueKey } from './issue.ts'
import { deleteKeys, insertKeys, selectSellers } from './pool.ts'
import { getSettings } from './settings.ts'
import { endWaits, selectWaiting } from './waits.ts'

type Lines<Text> = { id: number; lines: Text }

/**
 * Adds keys to an item's list. Buyers who wait get theirs before others can hold one, because the creator's lock is taken as by
 * sales. Throws AppError for a bundle, for an item that is not the viewer's, and when no line has a new key.
 */
export async function addToList(
  ports: Ports,
  viewer: Viewer,
  { id, lines }: Lines<string>,
): Promise<AddedLicenseKeys> {
  await requireListed(ports, viewer, id)
  const { keys, leftOut } = readKeyList(lines)
  const known = await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    const list = { contentId: id, creatorId: viewer.id }
    const had = await insertKeys(tx, list, { keys, now: ports.clock.now() })
    await serveWaiting(tx, ports, id)
    if (had.length < keys.length) await offerToAskers(tx, ports, id)
    return had
  })
  const all = [...leftOut, ...known.map(({ line }) => ({ line, why: 'in_list' as const, sameAs: null }))]
  return {
    added: keys.length - known.length,
    leftOutCount: all.length,
    leftOut: all.toSorted((a, b) => a.line - b.line).slice(0, limits.maxPoolLinesNamed),
    settings: await getSettings(ports, viewer, id),
  }
}

/** Removes unused keys of an item's list: those of the lines, or all when they are undefined. Throws AppError as `deleteKeys` does. */
export async function removeFromList(
  ports: Ports,
  viewer: Viewer,
  { id, lines }: Lines<string | undefined>,
): Promise<RemovedLicenseKeys> {
  await requireListed(ports, viewer, id)
  const keys = lines === undefined ? undefined : readKeyList(lines).keys
  const removed = await ports.db.transaction(async (tx) => {
    await lockCreator(tx, viewer.id)
    return deleteKeys(tx, id, keys)
  })
  return { removed, settings: await getSettings(ports, viewer, id) }
}

async function requireListed(ports: Ports, viewer: Viewer, id: number): Promise<void> {
  const { content } = await requireOwnContent(ports, viewer, id)
  if (content.isBundle)
    throw new AppError('conflict', 'Add the keys to the items in this bundle. Its buyers get them.')
}

/** More who wait are served by the sweep. */
const servedAtOnce = 100

async function serveWaiting(tx: Tx, ports: Ports, contentId: number): Promise<void> {
  for (const waiting of await selectWaiting(tx, contentId, { limit: servedAtOnce }))
    if (!(await serve(tx, ports, waiting))) return
}

type Waiting = Awaited<ReturnType<typeof selectWaiting>>[number]

/** Gives a key to a buyer who waits, and emails it. False when there is none. The caller holds the creator's lock. */
export async function serve(tx: Tx, ports: Ports, { wait, purchase, item }: Waiting): Promise<boolean> {
  if (item.licenseMode === 'none') return false
  if (!(await issueKey(tx, ports, { purchase, item, now: ports.clock.now() }))) return false
  await endWaits(tx, ports, [wait])
  if (purchase.buyerEmail)
    await sendEmail(tx, ports, {
      kind: 'license_key_arrived',
      to: purchase.buyerEmail,
      data: { purchaseId: purchase.id, contentId: item.id },
      dedupeKey: `license-wait/${wait.id}`,
      lane: 0,
    })
  return true
}

/** Who asked for an email at the sold-out item, or at a bundle with it. */
async function offerToAskers(tx: Tx, { queue }: Ports, contentId: number): Promise<void> {
  for (const id of await selectSellers(tx, contentId)) {
    const data = { contentId: String(id) }
    await queue.enqueue(tx, { name: 'offer-copies', data }, { singletonKey: data.contentId })
  }
}
