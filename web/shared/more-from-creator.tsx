import type { ContentCard } from '../../contract/content.ts'
import { TextLink } from '../ui/text-link.tsx'
import { ItemCard } from './item-card.tsx'

type MoreFromCreatorProps = { name: string; handle: string | null; items: Array<ContentCard> }

/** Up to three other items of the creator, with a link to all of them. On a phone they scroll sideways. */
export function MoreFromCreator({ name, handle, items }: MoreFromCreatorProps) {
  if (items.length === 0) return null
  return (
    <section
      aria-labelledby="more-from-creator"
      className="grid gap-5 border-line border-t pt-9 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="more-from-creator" className="min-w-0 text-xl [overflow-wrap:anywhere]">
          {name ? `More from ${name}` : 'More from this creator'}
        </h2>
        {handle && (
          <TextLink href={`/@${handle}`} className="inline-grid min-h-11 place-items-center font-semibold">
            See all
          </TextLink>
        )}
      </div>
      <ul className="fades-x grid grid-cols-[repeat(3,minmax(0,1fr))] gap-5.5 max-sm:-mx-[18px] max-sm:grid-cols-[repeat(3,62%)] max-sm:overflow-x-auto max-sm:px-[18px] max-sm:pb-2">
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard item={item} sizes="(min-width: 40rem) 340px, 62vw" loading="lazy" />
          </li>
        ))}
      </ul>
    </section>
  )
}
