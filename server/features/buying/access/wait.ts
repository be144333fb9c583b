import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import type { Wait } from '../../../../contract/releases.ts'
import { firstBoughtFields } from '../../../../domain/parts.ts'
import {
  lateRefundAt,
  type Promised,
  releaseState,
  releaseWords,
  shortDayIn,
} from '../../../../domain/release.ts'
import type { ContentRow } from '../../selling/content/repository.ts'

/** What the buyer of a purchase still waits for; null for what is out. */
export function presentWait(purchase: Promised, { content }: ContentRow, now: Date): Wait | null {
  const state = releaseState(purchase, content, now)
  const { releaseAt, releaseTimeZone: timeZone } = content
  if (state === 'out' || releaseAt === null) return null
  return {
    state,
    at: releaseAt.toISOString(),
    ...releaseWords(releaseAt, timeZone),
    refundDay: shortDayIn(lateRefundAt(purchase.promisedReleaseAt ?? releaseAt), timeZone),
  }
}

/** The item before its day: of its parts only what everyone may see. */
export function withoutParts(content: PurchaseAccess['content']): PurchaseAccess['content'] {
  const parts = content.parts.map((part) => {
    if (part.kind === 'text') return { ...part, text: null }
    return part.kind === 'link' ? { ...part, url: null } : { ...part, url: null, sha256: null }
  })
  return { ...content, parts, ...firstBoughtFields(parts) }
}
