import { Landmark } from 'lucide-react'
import { useSearch } from 'wouter'
import { completeSandboxOnboarding, getSandboxOnboarding } from '../../../../contract/sandbox.ts'
import { safeReturnPath } from '../../../../domain/return-path.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { MockProviderPage } from './mock-provider-page.tsx'

/** Replaces the onboarding page of a provider's connected accounts. */
export function OnboardingPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const onboarding = useApiQuery(getSandboxOnboarding, { query: { token } })
  if (onboarding.isPending) return <PageSpinner />
  if (onboarding.isError)
    return (
      <PageNotice
        icon={<Landmark aria-hidden />}
        title="No onboarding found"
        description={onboarding.error.userMessage}
        actions={<LinkButton href="/">Go to dashboard</LinkButton>}
      />
    )
  const { email, refreshUrl } = onboarding.data
  if (refreshUrl)
    return (
      <PageNotice
        icon={<Landmark aria-hidden />}
        title="This link has already been used"
        description="Each onboarding link works once. Get a new one to continue."
        actions={<LinkButton href={toLocalPath(refreshUrl)}>Get a new link</LinkButton>}
      />
    )
  return <OnboardingChoices token={token} email={email} />
}

const choices = [
  { outcome: 'complete', label: 'Complete', effect: 'Everything checks out. Payouts can start.' },
  {
    outcome: 'restricted',
    label: 'Restricted',
    effect: 'A document is missing. Payouts are paused until it’s provided.',
  },
  { outcome: 'abandon', label: 'Leave', effect: 'Go back without finishing.' },
] as const

function OnboardingChoices({ token, email }: { token: string; email: string }) {
  const finish = useApiMutation(completeSandboxOnboarding, {
    onSuccess: ({ url }) => location.assign(toLocalPath(url)),
  })
  const isBusy = finish.isPending || finish.isSuccess

  return (
    <MockProviderPage
      providerName="Test Payouts"
      pageName="Onboarding"
      title="Where should your money go?"
      text={`A real provider would ask ${email} for a name, an address and a bank account here. This is a test, so choose what happens next.`}
      errorMessage={finish.error?.userMessage}
    >
      <div className="grid gap-4">
        {choices.map(({ outcome, label, effect }) => (
          <div key={outcome} className="grid gap-1.5 text-center">
            <Button
              fullWidth
              variant={outcome === 'complete' ? 'primary' : 'secondary'}
              size={outcome === 'complete' ? 'lg' : 'md'}
              isLoading={isBusy && finish.variables?.body.outcome === outcome}
              aria-describedby={`effect-${outcome}`}
              onClick={() => isBusy || finish.mutate({ body: { token, outcome } })}
            >
              {label}
            </Button>
            <p id={`effect-${outcome}`} className="text-ink-faint text-sm">
              {effect}
            </p>
          </div>
        ))}
      </div>
    </MockProviderPage>
  )
}

/** The path of a URL of this site, absolute or not; of a URL of another site, only the path is used. */
export function toLocalPath(address: string): string {
  const url = URL.parse(address, 'http://here.invalid')
  return safeReturnPath(url ? url.pathname + url.search + url.hash : '/')
}
