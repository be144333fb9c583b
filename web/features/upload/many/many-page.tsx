import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { getAccount } from '../../../../contract/account-settings.ts'
import { getInstance } from '../../../../contract/system.ts'
import { useRead, useViewer } from '../../../api/hooks.ts'
import { signInAgain } from '../../../api/signed-out.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { defaultsOf } from '../typed.ts'
import { useMissedDrops } from '../use-missed-drops.ts'
import { ManyForm } from './many-form.tsx'
import { NeedsPro } from './needs-pro.tsx'

/** Many files with one form, for Pro. */
export function ManyPage() {
  const { data: viewer, error, refetch } = useViewer()
  const isSignedOut = viewer === null

  // Speaks to the browser: it leaves for the sign-in page, which comes back here.
  useEffect(() => {
    if (isSignedOut) signInAgain()
  }, [isSignedOut])
  if (isSignedOut) return <PageSpinner label="Taking you to sign-in" />
  if (!viewer && error)
    return <ErrorState title="This page did not load" text={error.sentence} retry={() => void refetch()} />
  if (!viewer) return <PageSpinner />
  if (viewer.plan !== 'pro') return <NeedsPro />
  return <Many who={viewer.id} />
}

function Many({ who }: { who: number }) {
  const instance = useRead(getInstance)
  const account = useRead(getAccount)
  useMissedDrops()
  return (
    <div className="mx-auto grid max-w-[1080px] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <TextLink
          plain
          href="/upload"
          className="moves inline-flex min-h-11 items-center gap-1.5 text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Upload a single file
        </TextLink>
        <h1 className="text-2xl">Upload many files</h1>
      </div>
      {instance.data && !account.isPending && (
        <ManyForm who={who} instance={instance.data} defaults={defaultsOf(account.data)} />
      )}
      {instance.error && (
        <ErrorState
          title="This page did not load"
          text={instance.error.sentence}
          retry={() => void instance.refetch()}
        />
      )}
      {!instance.error && !(instance.data && !account.isPending) && <PageSpinner />}
    </div>
  )
}
