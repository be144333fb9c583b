import { MonitorSmartphone } from 'lucide-react'
import { endOtherSessions, endSession, listSessions, type Session } from '../../../../contract/settings.ts'
import { useApiMutation, useApiQuery, useSetQueryData } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'

export function SessionList() {
  const query = useApiQuery(listSessions)
  const setSessions = useSetQueryData(listSessions)
  const endOthers = useApiMutation(endOtherSessions, {
    onSuccess(sessions) {
      setSessions(sessions)
      toast({ title: 'Signed out everywhere else', tone: 'success' })
    },
    onError: (error) => showErrorToast(error, 'Couldn’t sign out'),
  })

  return (
    <QueryState
      query={query}
      subject="Your sessions"
      skeleton={<SkeletonBlocks label="Loading your sessions" sizes={['h-11', 'h-11']} />}
    >
      {(sessions) => (
        <div className="grid gap-4">
          <ul className="m-0 grid list-none gap-0 p-0">
            {sessions.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnded={setSessions}
                onAlreadyEnded={() => void query.refetch()}
              />
            ))}
          </ul>
          {sessions.length > 1 ? (
            <Button
              variant="secondary"
              isLoading={endOthers.isPending}
              onClick={() => endOthers.mutate({})}
              className="justify-self-start"
            >
              Sign out everywhere else
            </Button>
          ) : (
            <p className="text-ink-soft">You’re not signed in anywhere else.</p>
          )}
        </div>
      )}
    </QueryState>
  )
}

type SessionRowProps = {
  session: Session
  onEnded: (remaining: Array<Session>) => void
  onAlreadyEnded: () => void
}

function SessionRow({ session, onEnded, onAlreadyEnded }: SessionRowProps) {
  const { id, device, signedInAt, lastUsedAt, isCurrent } = session
  const end = useApiMutation(endSession, {
    onSuccess: onEnded,
    onError(error) {
      if (error.status === 404) return onAlreadyEnded()
      showErrorToast(error, 'Couldn’t sign out')
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {device} {isCurrent && <Badge>This browser</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          Signed in <LocalTime iso={signedInAt} format="date" />, last active{' '}
          <LocalTime iso={lastUsedAt} format="date" />
        </p>
      </div>
      {!isCurrent && (
        <Button
          variant="tertiary"
          size="sm"
          isLoading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}
