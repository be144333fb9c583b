import { site } from '../contract/site.ts'
import { formatBytes } from './format.ts'

/** A creator's storage: bytes of files, bytes of unfinished uploads, and items that are not deleted. */
export type StorageUse = { storedBytes: number; openBytes: number; itemCount: number }

/** The limits of a plan. `maxStoredBytes` covers files and open uploads together. */
export type Quota = { maxStoredBytes: number; maxOpenBytes: number; maxItems: number }

/** `pro` is set for creators who would get more with Pro. */
export type Quotas = { quota: Quota; pro?: Quota }

/** The maximum size of the next upload in bytes; at least 0. */
export function remainingBytes({ storedBytes, openBytes }: StorageUse, quota: Quota): number {
  const remainingStoredBytes = quota.maxStoredBytes - storedBytes - openBytes
  return Math.max(0, Math.min(remainingStoredBytes, quota.maxOpenBytes - openBytes))
}

/** The message that rejects an upload of `size` bytes; undefined when it fits. */
export function uploadQuotaMessage(
  use: StorageUse,
  { quota, pro }: Quotas,
  size: number,
): string | undefined {
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

/** The message that rejects another item; undefined when there is space. */
export function itemQuotaMessage({ itemCount }: StorageUse, { quota, pro }: Quotas): string | undefined {
  if (itemCount < quota.maxItems) return undefined
  const more = pro && pro.maxItems > quota.maxItems ? `, or get Pro for ${count(pro.maxItems)}` : ''
  return `You have ${count(itemCount)} of ${count(quota.maxItems)} items. Delete items you no longer need${more}.`
}

function count(items: number): string {
  return items.toLocaleString(site().locale)
}
