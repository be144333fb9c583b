import { Files } from 'lucide-react'
import { getAccount } from '../../../../contract/account-settings.ts'
import { getInstance } from '../../../../contract/system.ts'
import { useRead } from '../../../api/hooks.ts'
import { SignedIn } from '../../../api/signed-in.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { NeedsPro } from '../../../ui/needs-pro.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { defaultsOf } from '../typed.ts'
import { useMissedDrops } from '../use-missed-drops.ts'
import { ManyForm } from './many-form.tsx'

/** Many files with one form, for Pro. */
export function ManyPage() {
  return <SignedIn>{({ id, plan }) => (plan === 'pro' ? <Many who={id} /> : <ManyIsPro />)}</SignedIn>
}

function Many({ who }: { who: number }) {
  const instance = useRead(getInstance)
  const account = useRead(getAccount)
  useMissedDrops()
  return (
    <div className="mx-auto grid max-w-[1080px] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/upload">Upload a single file</BackLink>
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

function ManyIsPro() {
  return (
    <NeedsPro
      icon={<Files aria-hidden />}
      title="Bulk upload is part of Pro"
      text="Many files, one form, one progress list: set the price and the details once, give each file its title, and get a tip link for each."
      instead={
        <LinkButton variant="ghost" href="/upload">
          Upload a single file
        </LinkButton>
      }
    />
  )
}
