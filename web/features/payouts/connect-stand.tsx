import { Clock, Landmark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import type { z } from 'zod'
import { getUser } from '../../../contract/accounts.ts'
import { type getConnectStatus, startConnect } from '../../../contract/payouts.ts'
import { urlOf } from '../../../contract/route.ts'
import { freshSignIn } from '../../api/fresh-sign-in.ts'
import { useRefresh } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Tile } from '../../ui/tile.tsx'
import { DashboardButton } from './dashboard-button.tsx'

export type Status = z.output<typeof getConnectStatus.reply>
type Provider = NonNullable<Status['provider']>

type StandProps = { status: Status; provider: Provider; busy: boolean; check: () => void }

/** How far a creator's bank account has come, and the one thing to do next. */
export function Stand({ status, provider, busy, check }: StandProps) {
  if (status.payouts_enabled)
    return (
      <>
        <Head icon={<Landmark aria-hidden />} title="Your bank account is connected">
          Payouts go there by themselves. Most arrive within 2-3 business days.
        </Head>
        <div className="flex flex-wrap gap-3">
          <LinkButton href="/settings#payouts" className="max-sm:w-full">
            See your payouts
          </LinkButton>
          <DashboardButton provider={provider} />
        </div>
      </>
    )
  if (status.details_submitted)
    return (
      <>
        <Head icon={<Clock aria-hidden />} title="Setup In Progress">
          The provider is looking at what you sent. That can take a day or two.
        </Head>
        {status.missing && (
          <p className="wrap-anywhere rounded-md bg-warn-soft px-4 py-3 text-warn">{status.missing}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={check} className="max-sm:w-full">
            Check Status
          </Button>
          <Onboard provider={provider} variant="ghost" label="Send what is missing" />
        </div>
      </>
    )
  return (
    <>
      <Head icon={<Landmark aria-hidden />} title="Ready to Get Paid?">
        Connect a bank account, and your earnings go there without anybody’s hand. You enter your details at
        the payment provider; we never see them.
      </Head>
      <Onboard provider={provider} variant="primary" label="Connect a bank account" />
    </>
  )
}

/** Leaves for the provider; asks first, in place, whether it is still the same person. */
function Onboard({
  provider,
  variant,
  label,
}: {
  provider: Provider
  variant: 'primary' | 'ghost'
  label: string
}) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const isStale = new URLSearchParams(useSearch()).get('fresh') === 'true'
  const go = async () => {
    setBusy(true)
    if (isStale && !(await freshSignIn())) return setBusy(false)
    await refresh(getUser)
    location.assign(urlOf(startConnect, { params: { provider } }))
  }
  return (
    <div className="grid gap-3">
      {isStale && (
        <p className="text-ink-soft">Your last sign-in is some time ago: show once more that it is you.</p>
      )}
      <Button
        variant={variant}
        busy={busy}
        onClick={() => void go()}
        className="justify-self-start max-sm:w-full"
      >
        {label}
      </Button>
    </div>
  )
}

function Head({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <Tile>{icon}</Tile>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-soft">{children}</p>
    </div>
  )
}
