import { Plus } from 'lucide-react'
import type { User } from '../../../../contract/accounts.ts'
import type { CreatorContent } from '../../../../contract/content.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type PagePreviewProps = {
  viewer: User
  items: ReadonlyArray<
    Pick<CreatorContent, 'id' | 'title' | 'status' | 'previewImage' | 'previewFocus' | 'pond'>
  >
}

/** A drawn cover has one of so many seeds; an account's number is larger. */
const pondSeeds = 65_536

/** The creator's page as fans will see it: photo, name and the first items, with room for the next one. */
export function PagePreview({ viewer, items }: PagePreviewProps) {
  const { firstName, email, handle, photoUrl } = viewer
  const name = firstName ?? email
  const isPublished = items.some(({ status }) => status === 'published')
  const [first] = items
  return (
    <Card className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">Your page</h2>
        {isPublished && handle ? (
          <TextLink href={`/@${handle}`} className="-my-2.5 inline-flex min-h-11 items-center">
            Open
          </TextLink>
        ) : (
          <Badge tone="plain">Only you, for now</Badge>
        )}
      </div>
      <div className="grid justify-items-center gap-1 rounded-md border border-line bg-paper p-5 text-center">
        <Avatar name={name} photo={photoUrl} size="lg" />
        <p className="wrap-anywhere mt-1 font-[650] font-display text-lg leading-tight">{name}</p>
        {handle && <p className="wrap-anywhere text-ink-faint text-sm">@{handle}</p>}
        <div aria-hidden className="mt-3 grid w-full grid-cols-2 gap-3">
          <ContentCover
            pond={first?.pond ?? { seed: viewer.id % pondSeeds, rings: 0 }}
            image={first?.previewImage}
            focus={first?.previewFocus}
            sizes="220px"
            className="aspect-[16/10] rounded-[12px]"
          />
          <span className="grid aspect-[16/10] place-items-center rounded-[12px] border-[1.5px] border-line-strong border-dashed text-ink-faint">
            <Plus className="size-6" />
          </span>
        </div>
      </div>
      {!first?.previewImage && (
        <p className="text-ink-faint text-sm">
          An item without an image gets a pond like this one. Each sale adds a ring.
        </p>
      )}
    </Card>
  )
}
