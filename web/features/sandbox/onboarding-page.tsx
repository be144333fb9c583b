import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { finishSandboxOnboarding, getSandboxOnboarding } from '../../../contract/sandbox-connect.ts'
import { useRead, useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { onThisSite } from './on-this-site.ts'
import { StandInCard } from './stand-in-card.tsx'

/** Stands in for the page where a provider asks creators who they are and where to pay. */
export function OnboardingPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const onboarding = useRead(getSandboxOnboarding, { query: { token } })
  if (onboarding.isPending) return <PageSpinner />
  if (onboarding.isError) return <NoOnboarding text={onboarding.error.sentence} />
  const { email, refreshUrl } = onboarding.data
  if (refreshUrl) return <UsedLink next={refreshUrl} />
  return <Questions token={token} email={email} />
}

const choices = [
  { outcome: 'complete', label: 'Complete', does: 'Everything is in order. Payouts can begin.' },
  { outcome: 'restricted', label: 'Restricted', does: 'A document is missing. Payouts wait for it.' },
  { outcome: 'leave', label: 'Leave', does: 'Go back without an answer.' },
] as const

function Questions({ token, email }: { token: string; email: string }) {
  const [refusal, setRefusal] = useState<string>()
  const finish = useSend(finishSandboxOnboarding, {
    done: ({ url }) => location.assign(onThisSite(url)),
    failed: ({ sentence }) => setRefusal(sentence),
  })
  const busy = finish.isPending || finish.isSuccess

  return (
    <StandInCard
      who="Test Payouts"
      page="Onboarding"
      title="Where should your money go?"
      text={`A real provider would ask ${email} for a name, an address and a bank account here. This one is part of the test: choose what happens.`}
      refusal={refusal}
    >
      <div className="grid gap-4">
        {choices.map(({ outcome, label, does }) => (
          <div key={outcome} className="grid gap-1.5 text-center">
            <Button
              block
              variant={outcome === 'complete' ? 'primary' : 'ghost'}
              size={outcome === 'complete' ? 'lg' : 'md'}
              busy={busy && finish.variables?.body.outcome === outcome}
              aria-describedby={`does-${outcome}`}
              onClick={() => busy || finish.mutate({ body: { token, outcome } })}
            >
              {label}
            </Button>
            <p id={`does-${outcome}`} className="text-ink-faint text-sm">
              {does}
            </p>
          </div>
        ))}
      </div>
    </StandInCard>
  )
}

function UsedLink({ next }: { next: string }) {
  return (
    <PageNotice
      icon={<Landmark aria-hidden />}
      title="This link was used"
      text="An onboarding link is good for one visit. The next one takes you on."
      actions={<LinkButton href={onThisSite(next)}>Get the next link</LinkButton>}
    />
  )
}

function NoOnboarding({ text }: { text: string }) {
  return (
    <PageNotice
      icon={<Landmark aria-hidden />}
      title="No onboarding here"
      text={text}
      actions={<LinkButton href="/">Go to your dashboard</LinkButton>}
    />
  )
}
