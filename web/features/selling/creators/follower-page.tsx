import { Bell, BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { getFollower } from '../../../../contract/creators.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { LinkEnded } from '../../../shared/link-ended.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { StillWater } from '../../../ui/water.tsx'

type Follower = ResponseOf<typeof getFollower>

/** Confirms an email address by a button. Opening the page is not enough, because email scanners open every link. */
export function FollowingPage() {
  return (
    <FollowerPage>
      {(follower, token) =>
        follower.state === 'following' ? (
          <PageNotice
            drawing={<StillWater />}
            title={`You’re following ${follower.name}`}
            description={`We’ll email you when ${follower.name} publishes something new.`}
            actions={
              <>
                <CreatorButton follower={follower} />
                <LinkButton variant="secondary" href={`/unfollow/${token}`}>
                  Unsubscribe
                </LinkButton>
              </>
            }
          />
        ) : (
          <PageNotice
            icon={<Bell aria-hidden />}
            title={`Follow ${follower.name}?`}
            description={`You’ll get an email when ${follower.name} publishes something, at most one a day. You can unsubscribe anytime.`}
            actions={
              <PlainForm action={`/following/${token}`}>
                <Button type="submit" size="lg">
                  {`Follow ${follower.name}`}
                </Button>
              </PlainForm>
            }
          />
        )
      }
    </FollowerPage>
  )
}

export function UnfollowPage() {
  return (
    <FollowerPage>
      {(follower, token) =>
        follower.state === 'unsubscribed' ? (
          <PageNotice
            drawing={<StillWater />}
            title="You’ve unsubscribed"
            description={`We won’t email you about ${follower.name} again.`}
            actions={
              <PlainForm action={`/following/${token}`}>
                <Button type="submit" variant="secondary">
                  Follow again
                </Button>
              </PlainForm>
            }
          />
        ) : (
          <PageNotice
            icon={<BellOff aria-hidden />}
            title={`Unsubscribe from ${follower.name}?`}
            description="You won’t get emails about new items anymore. Your purchases stay yours."
            actions={
              <PlainForm action={`/unfollow/${token}`}>
                <input type="hidden" name="page" value="1" />
                <Button type="submit" size="lg">
                  Unsubscribe
                </Button>
              </PlainForm>
            }
          />
        )
      }
    </FollowerPage>
  )
}

function FollowerPage({ children }: { children: (follower: Follower, token: string) => ReactNode }) {
  const { token = '' } = useParams()
  const { data } = useApiQuery(getFollower, { params: { token } })
  if (data) return children(data, token)
  return (
    <LinkEnded description="It may have been cut off, or it’s too old. You can follow the creator again on their page." />
  )
}

function PlainForm({ action, children }: { action: string; children: ReactNode }) {
  return (
    <form method="post" action={action}>
      {children}
    </form>
  )
}

function CreatorButton({ follower }: { follower: Follower }) {
  if (!follower.handle) return null
  return <LinkButton href={`/@${follower.handle}`}>{`Back to ${follower.name}`}</LinkButton>
}
