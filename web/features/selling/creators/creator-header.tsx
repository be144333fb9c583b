import { Bell, MailCheck } from 'lucide-react'
import type { CreatorPage } from '../../../../contract/creators.ts'
import { FollowForm } from '../../../shared/follow-form.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { pluralize } from '../../../ui/format.ts'
import { siteOf } from './site-icons.tsx'

type CreatorHeaderProps = { creator: CreatorPage; query: URLSearchParams }

/** Who it is. On a phone photo, name and Follow are one row, so that the first works are on the first screen. */
export function CreatorHeader({ creator, query }: CreatorHeaderProps) {
  const { name, handle, photoUrl, bio, itemCount, joinedAt } = creator
  const follow = query.get('follow')
  const isSheet = follow === null
  return (
    <header className="@container">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-2.5 sm:items-start sm:gap-x-7 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,23.25rem)]">
        <div className="sm:row-span-3">
          <Avatar name={name} photo={photoUrl} size="page" />
        </div>
        <div className="min-w-0">
          <h1 className="text-[1.6rem] leading-tight [overflow-wrap:anywhere] sm:text-[clamp(2.1rem,1.4rem+2.6vw,3.1rem)]">
            {name}
          </h1>
          <p className="text-ink-soft [overflow-wrap:anywhere]">
            @{handle}
            {itemCount > 0 && ` · ${pluralize(itemCount, 'item')}`}
            <span className="max-sm:hidden">{` · since ${new Date(joinedAt).getUTCFullYear()}`}</span>
          </p>
        </div>
        {isSheet && (
          <Button popoverTarget="follow" className="justify-self-start @max-[16rem]:col-span-full lg:hidden">
            <Bell aria-hidden />
            Follow
          </Button>
        )}
        <div
          id="follow"
          {...(isSheet && { popover: 'auto' as const })}
          className={
            isSheet ? `${followCard} ${followSheet}` : `${followCard} col-span-full grid lg:col-span-1`
          }
        >
          <FollowCard creator={creator} query={query} />
        </div>
        <Bio bio={bio} />
        <Links links={creator.links} />
      </div>
    </header>
  )
}

const followCard =
  'scroll-mt-5 grid-cols-[minmax(0,1fr)] gap-3.5 border border-line bg-surface p-5 text-ink shadow-sm sm:p-[22px] lg:col-start-3 lg:row-span-3 lg:row-start-1'
/** A sheet at the foot of a phone's screen, opened without a script. A link to it shows it in the page. */
const followSheet =
  'backdrop:bg-veil open:grid not-open:target:static not-open:target:col-span-full not-open:target:grid lg:static lg:grid max-lg:top-auto max-lg:bottom-0 max-lg:w-full max-lg:max-w-none max-lg:rounded-t-lg max-lg:not-open:target:rounded-md lg:w-auto lg:rounded-md'

function Bio({ bio }: { bio: string }) {
  if (bio === '') return null
  return (
    <details className="group col-span-full text-ink-soft sm:col-span-2 sm:col-start-2 lg:col-span-1 lg:col-start-2">
      <summary className="line-clamp-2 max-w-[52ch] cursor-pointer list-none whitespace-pre-line [overflow-wrap:anywhere] group-open:line-clamp-none sm:pointer-events-none sm:line-clamp-none sm:text-lg [&::-webkit-details-marker]:hidden">
        {bio}
      </summary>
    </details>
  )
}

function Links({ links }: Pick<CreatorPage, 'links'>) {
  if (links.length === 0) return null
  return (
    <ul
      aria-label="Links"
      className="fades-x max-sm:-mx-[18px] col-span-full flex gap-2 max-sm:overflow-x-auto max-sm:px-[18px] sm:col-span-2 sm:flex-wrap sm:col-start-2 lg:col-span-1 lg:col-start-2"
    >
      {links.map((href) => {
        const { name, icon, isKnown } = siteOf(href)
        return (
          <li key={href} className="max-w-full max-sm:flex-none">
            <LinkButton
              variant="secondary"
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc me"
              padding="none"
              className={isKnown ? 'size-11' : 'px-4'}
            >
              {icon}
              <span className={isKnown ? 'sr-only' : 'truncate'}>{name}</span>
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}

function FollowCard({ creator: { name, handle, photoUrl }, query }: CreatorHeaderProps) {
  const follow = query.get('follow')
  if (follow === 'sent')
    return (
      <>
        <MailCheck aria-hidden className="size-7 text-brand" />
        <h2 className="text-xl">Check your inbox</h2>
        <p role="status" className="text-ink-soft">
          We’ve sent you an email. Press the button in it to confirm that you want to follow {name}.
        </p>
      </>
    )
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="lg:hidden">
          <Avatar name={name} photo={photoUrl} size="md" />
        </span>
        <div className="min-w-0">
          <h2 className="font-body font-semibold text-base tracking-normal [overflow-wrap:anywhere]">
            {`Hear about ${name}’s new work`}
          </h2>
          <p className="text-ink-faint text-sm">One email per new item. One click ends it.</p>
        </div>
      </div>
      <FollowForm
        handle={handle}
        name={name}
        email={query.get('email') ?? ''}
        errorCode={follow ?? undefined}
      />
    </>
  )
}
