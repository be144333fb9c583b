import type { PublicContent } from '../../contract/content.ts'
import { Avatar } from '../ui/avatar.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { creatorName } from './content-format.ts'

type CreatorLinkProps = {
  content: Pick<PublicContent, 'user'>
  /** One line about the creator, below the name. */
  bioLine?: string | undefined
}

/** Photo and name of an item's creator. They lead to the creator's page where there is one. */
export function CreatorLink({ content, bioLine }: CreatorLinkProps) {
  const name = creatorName(content)
  const { handle, photoUrl } = content.user
  if (!name) return null
  const identity = (
    <>
      <Avatar name={name} photo={photoUrl} size="md" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        by <b className="font-semibold group-hover:underline">{name}</b>
        {handle && <span className="text-ink-soft"> @{handle}</span>}
        {bioLine && <span className="line-clamp-1 text-ink-soft text-sm">{bioLine}</span>}
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
