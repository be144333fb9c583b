import { createHash } from 'node:crypto'
import {
  getPreviewImage,
  type OwnContent,
  type PublicContent,
  type Supporter,
} from '../../../contract/content.ts'
import { decimal } from '../../../contract/money.ts'
import { urlOf } from '../../../contract/route.ts'
import { getShareCard } from '../../../contract/sharing.ts'
import { chipsOf } from '../../../domain/chips.ts'
import { type ChargeLimits, trueMinimum } from '../../../domain/price.ts'
import { photoUrl } from '../accounts/present.ts'
import { brandOf } from './brand.ts'
import type { ContentRow } from './repository.ts'

function common({ content, file, totals }: ContentRow) {
  return {
    id: content.id,
    kind: content.kind,
    title: content.title,
    description: content.description,
    pricingModel: content.pricingModel,
    category: content.category,
    accessType: content.accessType,
    currency: content.currency,
    fileName: file?.name ?? null,
    fileSize: file?.size ?? null,
    previewImage: content.previewKey
      ? urlOf(getPreviewImage, {
          params: { id: content.id },
          query: { v: content.previewKey.split('/').at(-1) },
        })
      : null,
    createdAt: content.createdAt.toISOString(),
    tipCount: totals?.tips ?? 0,
  }
}

/** Names the share card that says what is true now: another title, price, name or picture is another card. */
export function cardVersion({ content, creator }: ContentRow, charge: ChargeLimits): string {
  const { title, currency, pricingModel, previewKey } = content
  const said = [title, creator.firstName, trueMinimum(content, charge), currency, pricingModel, previewKey]
  return createHash('sha256')
    .update(JSON.stringify(['card 1', ...said]))
    .digest('hex')
    .slice(0, 16)
}

export function presentPublic(
  row: ContentRow,
  charge: ChargeLimits,
  supporters: Array<Supporter> | null = null,
): PublicContent {
  const { content, creator, totals } = row
  const price = decimal(content.price, content.currency)
  const chips = chipsOf(content.chips, trueMinimum(content, charge), content.currency)
  return {
    ...common(row),
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    trueMinimum: decimal(trueMinimum(content, charge), content.currency),
    totalEarnings: decimal(totals?.earned ?? 0, content.currency),
    chips: content.pricingModel === 'fixed' ? [] : chips.map((cents) => decimal(cents, content.currency)),
    supporters,
    brand: brandOf(creator),
    shareImage: urlOf(getShareCard, { params: { id: content.id }, query: { v: cardVersion(row, charge) } }),
    user: {
      firstName: creator.firstName,
      email: creator.firstName ? null : creator.email,
      handle: creator.handle,
      photo: photoUrl(creator),
    },
  }
}

export function presentOwn(row: ContentRow): OwnContent {
  const { content, totals } = row
  const price = Number(decimal(content.price, content.currency))
  return {
    ...common(row),
    status: content.status,
    heldReason: content.heldAt ? content.heldReason : null,
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    fileSha256: row.file?.sha256 ?? null,
    unlockCount: totals?.unlocks ?? 0,
    views: totals?.views ?? 0,
    totalEarnings: Number(decimal(totals?.earned ?? 0, content.currency)),
  }
}
