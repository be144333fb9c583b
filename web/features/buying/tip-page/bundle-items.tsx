import { Check } from 'lucide-react'
import type { Bundle, BundleItem } from '../../../../contract/content.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { describeItem } from '../../../shared/item-card.tsx'
import { priceAlone } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type BundleItemsProps = Pick<Bundle, 'items'> & { ownedIds: ReadonlyArray<number> }

/** The items of a bundle, each with what it costs alone, or that the viewer has it. */
export function BundleItems({ items, ownedIds }: BundleItemsProps) {
  const owned =
    ownedIds.length < items.length ? `${ownedIds.length} of ${items.length}` : `all ${items.length}`
  return (
    <section aria-labelledby="whats-inside" className="grid gap-4">
      <h2 id="whats-inside" className="text-xl">
        {ownedIds.length > 0 ? `You have ${owned}` : 'What’s inside'}
      </h2>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex min-h-[62px] items-center gap-3.5 py-2.5">
            <ContentCover
              pond={item.pond}
              isThumb
              image={item.previewImage}
              focus={item.previewFocus}
              loading="lazy"
              sizes="44px"
              className="aspect-square w-11 flex-none rounded-[12px]"
            />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <ItemTitle item={item} />
              <span className="block text-ink-faint text-sm">{describeItem(item)}</span>
            </span>
            {ownedIds.includes(item.id) ? (
              <Badge className="flex-none">
                <Check aria-hidden className="size-4" />
                Yours
              </Badge>
            ) : (
              <span className="flex-none text-ink-soft">{priceAlone(item)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A link to its own page, while it has one. */
function ItemTitle({ item: { tipAddress, title, isOnSale } }: { item: BundleItem }) {
  if (!isOnSale) return <b className="font-semibold leading-snug">{title}</b>
  return (
    <TextLink unstyled href={tipAddress} className="-my-2 py-2 font-semibold leading-snug hover:underline">
      {title}
    </TextLink>
  )
}
