import { Files } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { getAccount } from '../../../contract/account-settings.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead, useViewer } from '../../api/hooks.ts'
import { giveUpUploads } from '../../api/load-tus.ts'
import { SignedIn } from '../../api/signed-in.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { notKeptIn, notKeptNouns } from '../../ui/not-kept.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { forgetStart, type Start, takeStart } from './start.ts'
import { defaultsOf } from './typed.ts'
import { UploadForm } from './upload-form.tsx'
import { useMissedDrops } from './use-missed-drops.ts'

/** Creating anything requires signing in (spec.md section 6). */
export function UploadPage() {
  return <SignedIn>{({ id }) => <Upload who={id} />}</SignedIn>
}

function Upload({ who }: { who: number }) {
  const instance = useRead(getInstance)
  const account = useRead(getAccount)
  const [start, setStart] = useState<Start>()
  const notKept = notKeptIn(`?${useSearch()}`)
  useMissedDrops()

  // Speaks to the browser's stores: what was begun before sign-in waits there, and is handed out once.
  useEffect(() => {
    if (!account.isPending) void takeStart(who, defaultsOf(account.data), notKept).then(setStart)
  }, [who, account.isPending, account.data, notKept])
  async function startOver() {
    const { begun } = start ?? {}
    setStart(undefined)
    if (begun) giveUpUploads(begun.uploadId)
    await forgetStart()
    setStart(await takeStart(who, defaultsOf(account.data)))
  }

  return (
    <div className="mx-auto grid max-w-[972px] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/">Back to Dashboard</BackLink>
        <div className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-2xl">Upload New Content</h1>
          <ManyLink />
        </div>
      </div>
      {notKept && (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-2.5 text-warn">
          Your browser couldn’t keep {notKeptNouns[notKept]}. Please add it again.
        </p>
      )}
      {instance.data && start && (
        <UploadForm who={who} start={start} instance={instance.data} onStartOver={startOver} />
      )}
      {instance.error && (
        <ErrorState title="This page did not load" text={instance.error.sentence} retry={instance.refetch} />
      )}
      {!instance.error && !(instance.data && start) && <PageSpinner />}
    </div>
  )
}

/** The way to many files at once; who is not on Pro learns there what it is. */
function ManyLink() {
  const isPro = useViewer().data?.plan === 'pro'
  return (
    <LinkButton variant="ghost" size="sm" href="/upload/many">
      <Files aria-hidden />
      Upload many files
      {!isPro && <Badge tone="warm">Pro</Badge>}
    </LinkButton>
  )
}
