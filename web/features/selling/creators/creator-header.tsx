import { Globe, MailCheck } from 'lucide-react'
import type { CreatorPage } from '../../../../contract/creators.ts'
import { dictionary } from '../../../../contract/dictionary.ts'
import { FollowForm } from '../../../shared/follow-form.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { pluralize } from '../../../ui/format.ts'

type CreatorHeaderProps = { creator: CreatorPage; query: URLSearchParams }

export function CreatorHeader({ creator, query }: CreatorHeaderProps) {
  const { name, handle, photoUrl, bio, links, itemCount, joinedAt } = creator
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] items-start gap-7 lg:grid-cols-[minmax(0,1fr)_336px] lg:gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-[136px_minmax(0,1fr)] sm:gap-7">
        <Avatar name={name} photo={photoUrl} size="xl" />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">
          <h1 className="text-[clamp(2.1rem,1.4rem+2.6vw,3.1rem)] [overflow-wrap:anywhere]">{name}</h1>
          <p className="flex flex-wrap gap-x-4 text-ink-soft">
            <span>@{handle}</span>
            {itemCount > 0 && (
              <span>{`${pluralize(itemCount, 'item')} · since ${new Date(joinedAt).getUTCFullYear()}`}</span>
            )}
          </p>
          {bio && <p className="max-w-[52ch] whitespace-pre-line text-lg [overflow-wrap:anywhere]">{bio}</p>}
          {links.length > 0 && (
            <ul aria-label="Links" className="flex flex-wrap gap-2">
              {links.map((href) => (
                <li key={href}>
                  <LinkButton
                    variant="secondary"
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer nofollow ugc me"
                  >
                    <Globe aria-hidden />
                    <span className="truncate">{linkLabel(href)}</span>
                  </LinkButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <FollowCard creator={creator} query={query} />
    </header>
  )
}

function FollowCard({ creator: { name, handle }, query }: CreatorHeaderProps) {
  const follow = query.get('follow')
  if (follow === 'sent')
    return (
      <Card elevated className="grid gap-2.5">
        <MailCheck aria-hidden className="size-7 text-brand" />
        <h2 className="text-xl">Check your inbox</h2>
        <p role="status" className="text-ink-soft">
          We’ve sent you an email. Press the button in it to confirm that you want to follow {name}.
        </p>
      </Card>
    )
  return (
    <Card elevated id="follow" className="grid scroll-mt-5 grid-cols-[minmax(0,1fr)] gap-3.5">
      <h2 className="text-xl">Hear about new work</h2>
      <p className="text-ink-soft">
        One email when {name} publishes something. No account needed. Unsubscribe anytime.
      </p>
      <FollowForm
        handle={handle}
        name={name}
        email={query.get('email') ?? ''}
        errorCode={follow ?? undefined}
      />
    </Card>
  )
}

const knownSites: Record<string, string> = dictionary({
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'soundcloud.com': 'SoundCloud',
  'open.spotify.com': 'Spotify',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitch.tv': 'Twitch',
  'x.com': 'X',
  'youtube.com': 'YouTube',
})

export function linkLabel(href: string): string {
  const host = URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href
  return knownSites[host] ?? host
}
