import { formatBytes } from './bytes-text.ts'

/** What a creator stores: bytes of files, bytes announced by uploads that no item has taken yet, items not deleted. */
export type StorageUse = { storedBytes: number; openBytes: number; itemCount: number }

/** The most of each that a plan allows. `maxStoredBytes` limits files and open uploads together. */
export type Quota = { maxStoredBytes: number; maxOpenBytes: number; maxItems: number }

/** `pro` is there for creators who would get more on Pro. */
export type Quotas = { quota: Quota; pro?: Quota }

/** Bytes that an upload may still announce; never below 0. */
export function remainingBytes({ storedBytes, openBytes }: StorageUse, quota: Quota): number {
  const inAll = quota.maxStoredBytes - storedBytes - openBytes
  return Math.max(0, Math.min(inAll, quota.maxOpenBytes - openBytes))
}

/** The sentence that refuses an upload of `size` bytes beside what is used already; undefined when it fits. */
export function uploadRefusal(use: StorageUse, { quota, pro }: Quotas, size: number): string | undefined {
  const usedBytes = use.storedBytes + use.openBytes
  if (usedBytes + size > quota.maxStoredBytes) {
    const more =
      pro && pro.maxStoredBytes > quota.maxStoredBytes
        ? ` or get Pro for ${formatBytes(pro.maxStoredBytes)}`
        : ''
    return `This file doesn’t fit: you’ve used ${formatBytes(usedBytes)} of ${formatBytes(quota.maxStoredBytes)}. Delete items you no longer need (their space is free about a day later)${more}.`
  }
  if (use.openBytes + size > quota.maxOpenBytes) {
    const more =
      pro && pro.maxOpenBytes > quota.maxOpenBytes
        ? `, or get Pro for ${formatBytes(pro.maxOpenBytes)} at a time`
        : ''
    return `This file doesn’t fit: your unfinished uploads take up ${formatBytes(use.openBytes)} of ${formatBytes(quota.maxOpenBytes)}. Publish or remove some of them first${more}.`
  }
  return undefined
}

/** The sentence that refuses one more item beside `itemCount`; undefined when there is room. */
export function itemRefusal({ itemCount }: StorageUse, { quota, pro }: Quotas): string | undefined {
  if (itemCount < quota.maxItems) return undefined
  const more = pro && pro.maxItems > quota.maxItems ? `, or get Pro for ${count(pro.maxItems)}` : ''
  return `You have ${count(itemCount)} of ${count(quota.maxItems)} items. Delete items you no longer need${more}.`
}

function count(items: number): string {
  return items.toLocaleString('en-US')
}
