import { getPreviewImage, type OwnContent, type PublicContent } from '../../../contract/content.ts'
import { decimal } from '../../../contract/money.ts'
import { urlOf } from '../../../contract/route.ts'
import { type ChargeLimits, trueMinimum } from '../../../domain/price.ts'
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

export function presentPublic(row: ContentRow, charge: ChargeLimits): PublicContent {
  const { content, creator, totals } = row
  const price = decimal(content.price, content.currency)
  return {
    ...common(row),
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    trueMinimum: decimal(trueMinimum(content, charge), content.currency),
    totalEarnings: decimal(totals?.earned ?? 0, content.currency),
    user: { firstName: creator.firstName, email: creator.firstName ? null : creator.email },
  }
}

export function presentOwn(row: ContentRow): OwnContent {
  const { content, totals } = row
  const price = Number(decimal(content.price, content.currency))
  return {
    ...common(row),
    status: content.status,
    price,
    minimumPrice: content.pricingModel === 'pay_what_you_want' ? price : null,
    unlockCount: totals?.unlocks ?? 0,
    totalEarnings: Number(decimal(totals?.earned ?? 0, content.currency)),
  }
}
