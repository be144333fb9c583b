import { Landmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { authenticateSandboxPayment, type SandboxOutcome } from '../../../contract/sandbox.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import { useSend } from '../../api/hooks.ts'
import { keepBankStep, keptBankStep } from '../../payments/bank-step.ts'
import { secretIn, takeSecret } from '../../payments/secret.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { StandInCard } from './stand-in-card.tsx'

/** Stands in for the page of a buyer's bank. */
export function AuthenticatePage() {
  const query = new URLSearchParams(useSearch())
  const [step] = useState(() => ({ ...keptBankStep(), ...stepIn(query) }))

  // Speaks to the address bar: the secret leaves it, a reload finds it kept.
  useEffect(() => {
    keepBankStep(step)
    takeSecret()
  }, [step])

  if (!step.clientSecret) return <NothingToConfirm back={step.back ?? '/'} />
  return <BankCard clientSecret={step.clientSecret} amount={step.amount} back={step.back ?? '/'} />
}

function stepIn(query: URLSearchParams) {
  const clientSecret = secretIn(query)
  return clientSecret ? { clientSecret } : {}
}

type BankCardProps = { clientSecret: string; amount: string | undefined; back: string }

function BankCard({ clientSecret, amount, back }: BankCardProps) {
  const [, go] = useLocation()
  const [refusal, setRefusal] = useState<string>()
  const answer = useSend(authenticateSandboxPayment, {
    done: (outcome: SandboxOutcome) => {
      if (outcome.status === 'redirect') return go(safeReturnPath(outcome.url), { replace: true })
      setRefusal(outcome.message)
    },
    failed: ({ sentence }) => setRefusal(sentence),
  })
  const pick = (outcome: 'complete' | 'fail' | 'cancel') => () => {
    if (answer.isPending) return
    setRefusal(undefined)
    answer.mutate({ body: { clientSecret, outcome } })
  }
  const busy = (outcome: string) => answer.isPending && answer.variables.body.outcome === outcome

  return (
    <StandInCard
      who="Test Bank"
      page="3-D Secure"
      title={`Is it you who is paying${amount ? ` ${amount}` : ''}?`}
      text="A real bank would ask for a code or a fingerprint here. This one is part of the test: choose what happens."
      refusal={refusal}
    >
      <div className="grid gap-3">
        <Button size="lg" block busy={busy('complete')} onClick={pick('complete')}>
          Complete
        </Button>
        <Button variant="ghost" block busy={busy('fail')} onClick={pick('fail')}>
          Fail
        </Button>
        <Button variant="ghost" block busy={busy('cancel')} onClick={pick('cancel')}>
          Cancel
        </Button>
      </div>
      {refusal && (
        <LinkButton variant="ghost" block href={back}>
          Back to checkout
        </LinkButton>
      )}
    </StandInCard>
  )
}

function NothingToConfirm({ back }: { back: string }) {
  return (
    <PageNotice
      icon={<Landmark aria-hidden />}
      title="Nothing to confirm"
      text="No payment is waiting for this page. Nothing was charged."
      actions={
        <LinkButton href={back}>{back === '/' ? 'Go to the start page' : 'Back to checkout'}</LinkButton>
      }
    />
  )
}
