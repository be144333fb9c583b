import type { BuyerLicense } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { licenseState, waitsUntil } from '../../../../domain/license-key.ts'
import { isBeforeRelease } from '../../../../domain/release.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { countReleases, selectDevices, selectOfPurchase } from '../../selling/licenses/repository.ts'
import { selectWaits } from '../../selling/licenses/waits.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { type BoughtBundle, givenItems } from './bundle.ts'

type Given = { row: ContentRow; bought: BoughtBundle & { paid: NonNullable<BoughtBundle['paid']> } }

/** The keys of a purchase with access: of each item that has one, or could have. */
export async function presentLicenses(ports: Ports, { row, bought }: Given): Promise<Array<BuyerLicense>> {
  const { db, clock } = ports
  const purchaseId = bought.paid.purchase.id
  const [items, stored, waits] = await Promise.all([
    givenItems(ports, row, bought),
    selectOfPurchase(db, purchaseId),
    selectWaits(db, purchaseId),
  ])
  const byItem = new Map(stored.map((each) => [each.license.contentId, each]))
  const now = clock.now()
  const cards = items.map(async ({ content }): Promise<BuyerLicense | undefined> => {
    const found = byItem.get(content.id)
    const shared = { itemId: content.id, title: content.title, maxDevices: content.maxActivations }
    const since = waits.get(content.id)
    if (!found && since)
      return { ...shared, ...noKey, state: 'waiting', arrivesBy: waitsUntil(since).toISOString() }
    if (!found)
      return content.licenseMode === 'none' || isBeforeRelease(content.releaseAt, now)
        ? undefined
        : { ...shared, ...noKey }
    const { license, devices: deviceCount } = found
    const [devices, releases] = await Promise.all([
      selectDevices(db, license.id),
      countReleases(db, license.id, now),
    ])
    const state = licenseState(license, now)
    return {
      ...shared,
      state,
      key: state === 'revoked' ? null : license.key,
      expiresAt: license.expiresAt?.toISOString() ?? null,
      revocationReason: license.revocationMessage,
      deviceCount,
      devices: devices.map(({ id, label, lastSeenAt }) => ({
        id,
        label,
        lastSeenAt: lastSeenAt.toISOString(),
      })),
      releasesLeft: Math.max(0, limits.maxDeviceReleases - releases),
      canReplace: state === 'active' && isReplaceable(content) && canReplace(license, now),
      isReplaceable: isReplaceable(content),
      arrivesBy: null,
    }
  })
  return (await Promise.all(cards)).filter((card) => card !== undefined)
}

const noKey = {
  state: 'none' as const,
  key: null,
  expiresAt: null,
  revocationReason: '',
  deviceCount: 0,
  devices: [],
  releasesLeft: 0,
  canReplace: false,
  isReplaceable: false,
  arrivesBy: null,
}

/** Whether its buyers can get new keys themselves. The keys of a list are the creator's to give. */
export function isReplaceable({ licenseMode }: Pick<ContentRow['content'], 'licenseMode'>): boolean {
  return licenseMode !== 'pool'
}

/** What a test purchase shows in place of a key, which is for buyers. */
const sampleKey = 'A-BUYER-GETS-A-KEY-HERE'

export async function presentSampleLicenses(
  ports: Ports,
  row: ContentRow,
  paidAt: Date,
): Promise<Array<BuyerLicense>> {
  const items = await givenItems(ports, row, { paidAt })
  return items
    .filter(({ content }) => content.licenseMode !== 'none')
    .map(({ content: { id: itemId, title, maxActivations: maxDevices } }) => {
      return { ...noKey, itemId, title, maxDevices, state: 'active' as const, key: sampleKey }
    })
}

/** Whether the last new key is a day old. */
export function canReplace({ replacedAt }: { replacedAt: Date | null }, now: Date): boolean {
  return replacedAt === null || now.getTime() - replacedAt.getTime() >= limits.newKeyWindowMs
}

/** What stands in an email in the place of a key that is not there yet. */
const arrivesSoon = 'Arrives within 72 hours'

/** Keys that work now, for emails and receipts, and those that are still to come: of a bundle with the item's title. */
export async function workingKeys(
  ports: Ports,
  row: ContentRow,
  { purchase, checkout }: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>,
): Promise<Array<{ title: string; key: string }>> {
  const bought = { paidAt: purchase.paidAt, paid: { purchase, checkout } }
  const cards = await presentLicenses(ports, { row, bought })
  return cards.flatMap(({ title, key, state }) => {
    if (state === 'waiting') return [{ title, key: arrivesSoon }]
    return key !== null && state === 'active' ? [{ title, key }] : []
  })
}
