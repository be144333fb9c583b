import type { ContentCard, PublicContent } from '../../contract/content.ts'
import { formatBytes } from '../../domain/format.ts'
import { kinds } from '../../domain/part-kinds.ts'
import { Avatar } from '../ui/avatar.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ContentCover } from './content-cover.tsx'
import { categoryLabel, creatorName } from './content-format.ts'
import { contentsText } from './contents-text.ts'
import { formatPrice } from './price.ts'

type ItemCardProps = {
  item: ContentCard
  headingLevel?: 2 | 3
  /** The width of its cover, as in `sizes` of an image. */
  sizes?: string
  /** `lazy` for a card that is not on the first screen. */
  loading?: 'lazy'
}

const gridSizes = '(min-width: 48rem) 340px, (min-width: 30rem) 50vw, 100vw'

/** An item as a cover with title and price. The whole card is one link to its tip page. */
export function ItemCard({ item, headingLevel = 3, sizes = gridSizes, loading }: ItemCardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <TextLink unstyled href={item.tipAddress} className="group grid content-start gap-3 rounded-md">
      <ContentCover
        pond={item.pond}
        image={item.previewImage}
        fit="contain"
        loading={loading}
        sizes={sizes}
        className="rounded-md shadow-sm"
      />
      <span className="grid grid-cols-[minmax(0,1fr)] gap-x-3.5 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Heading className="font-body font-semibold text-base leading-snug tracking-normal [overflow-wrap:anywhere] group-hover:underline">
          {item.title}
        </Heading>
        <span className="font-[650] leading-snug max-sm:order-1">
          {item.isSoldOut ? 'Sold out' : formatPrice(item.minimumChargeAmount, item)}
        </span>
        <span className="text-ink-faint text-sm sm:col-span-2">
          {item.release && <b className="font-semibold text-ink">{`Out ${item.release.shortDay}, `}</b>}
          {describeItem(item)}
        </span>
      </span>
    </TextLink>
  )
}

const labels = { file: undefined, url: 'Private link', text: 'Text' }

type Described = Pick<ContentCard, 'category' | 'kind' | 'fileSize' | 'partCounts' | 'totalSize'> &
  Partial<Pick<ContentCard, 'itemCount'>>

/** The category, and the kind of item or its file size, or what several parts are: `Music, 212 MB`, `Music, 12 files, 3.2 GB`. */
export function describeItem(item: Described): string {
  const { category, kind, fileSize, partCounts, totalSize, itemCount = null } = item
  const size = fileSize === null ? undefined : formatBytes(fileSize)
  const contents = contentsText({ partCounts, totalSize, itemCount }) ?? labels[kinds[kind].holds] ?? size
  return [categoryLabel(category), contents].filter(Boolean).join(', ')
}

/** Photo and name of an item's creator. They lead to the creator's page where there is one. */
export function CreatorLink({ content }: { content: Pick<PublicContent, 'user'> }) {
  const name = creatorName(content)
  const { handle, photoUrl } = content.user
  if (!name) return null
  const identity = (
    <>
      <Avatar name={name} photo={photoUrl} size="md" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        by <b className="font-semibold group-hover:underline">{name}</b>
        {handle && <span className="block text-ink-soft text-sm">@{handle}</span>}
      </span>
    </>
  )
  const layoutClass = 'flex min-h-11 min-w-0 items-center gap-3'
  if (!handle) return <p className={layoutClass}>{identity}</p>
  return (
    <p className="grid justify-items-start">
      <TextLink unstyled href={`/@${handle}`} className={`group ${layoutClass}`}>
        {identity}
      </TextLink>
    </p>
  )
}

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
