import type { BuyerLicense } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { licenseState } from '../../../../domain/license-key.ts'
import { isBeforeRelease } from '../../../../domain/release.ts'
import type { Ports } from '../../../ports/index.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { countReleases, selectDevices, selectOfPurchase } from '../../selling/licenses/repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { type BoughtBundle, givenItems } from './bundle.ts'

type Given = { row: ContentRow; bought: BoughtBundle & { paid: NonNullable<BoughtBundle['paid']> } }

/** The keys of a purchase with access: of each item that has one, or could have. */
export async function presentLicenses(ports: Ports, { row, bought }: Given): Promise<Array<BuyerLicense>> {
  const { db, clock } = ports
  const purchaseId = bought.paid.purchase.id
  const [items, stored] = await Promise.all([
    givenItems(ports, row, bought),
    selectOfPurchase(db, purchaseId),
  ])
  const byItem = new Map(stored.map((each) => [each.license.contentId, each]))
  const now = clock.now()
  const cards = items.map(async ({ content }): Promise<BuyerLicense | undefined> => {
    const found = byItem.get(content.id)
    const shared = { itemId: content.id, title: content.title, maxDevices: content.maxActivations }
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
      canReplace: state === 'active' && canReplace(license, now),
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
}

/** Whether the last new key is a day old. */
export function canReplace({ replacedAt }: { replacedAt: Date | null }, now: Date): boolean {
  return replacedAt === null || now.getTime() - replacedAt.getTime() >= limits.newKeyWindowMs
}

/** Keys that work now, for emails and receipts: of a bundle with the item's title. */
export async function workingKeys(
  ports: Ports,
  row: ContentRow,
  { purchase, checkout }: Pick<PurchaseWithGrant, 'purchase' | 'checkout'>,
): Promise<Array<{ title: string; key: string }>> {
  const bought = { paidAt: purchase.paidAt, paid: { purchase, checkout } }
  const cards = await presentLicenses(ports, { row, bought })
  return cards.flatMap(({ title, key, state }) =>
    key !== null && state === 'active' ? [{ title, key }] : [],
  )
}
