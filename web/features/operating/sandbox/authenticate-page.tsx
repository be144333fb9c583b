import { Landmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { authenticateSandboxPayment } from '../../../../contract/sandbox.ts'
import { safeReturnPath } from '../../../../domain/return-path.ts'
import { useApiMutation } from '../../../api/query.ts'
import { paymentSecretFrom, takePaymentSecret } from '../../../payments/checkout.ts'
import { loadAuthentication, saveAuthentication } from '../../../payments/sandbox/authentication-storage.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Challenge } from './challenge.tsx'

/** Replaces the 3-D Secure page of a buyer's bank. */
export function AuthenticatePage() {
  const query = new URLSearchParams(useSearch())
  const [authentication] = useState(() => ({ ...loadAuthentication(), ...stateFromQuery(query) }))

  // Removes the secret from the URL; a reload finds it in storage.
  useEffect(() => {
    saveAuthentication(authentication)
    takePaymentSecret()
  }, [authentication])

  const { clientSecret, amount, backUrl = '/' } = authentication
  if (!clientSecret)
    return (
      <PageNotice
        icon={<Landmark aria-hidden />}
        title="Nothing to confirm"
        description="There’s no payment waiting for approval. You weren’t charged."
        actions={
          <LinkButton href={backUrl}>{backUrl === '/' ? 'Go to home page' : 'Back to checkout'}</LinkButton>
        }
      />
    )
  return <AuthenticationChallenge clientSecret={clientSecret} amount={amount} backUrl={backUrl} />
}

function stateFromQuery(query: URLSearchParams) {
  const clientSecret = paymentSecretFrom(query)
  return clientSecret ? { clientSecret } : {}
}

type AuthenticationChallengeProps = { clientSecret: string; amount: string | undefined; backUrl: string }

function AuthenticationChallenge({ clientSecret, amount, backUrl }: AuthenticationChallengeProps) {
  const [, navigate] = useLocation()
  const authenticate = useApiMutation(authenticateSandboxPayment, {
    onSuccess: (result) => {
      if (result.status === 'redirect') navigate(safeReturnPath(result.url), { replace: true })
    },
  })
  const { data, error } = authenticate
  const errorMessage = data?.status === 'failed' ? data.message : error?.userMessage
  return (
    <Challenge
      title={`Approve this${amount ? ` ${amount}` : ''} payment?`}
      outcomes={['complete', 'fail', 'cancel']}
      pending={authenticate.isPending ? authenticate.variables.body.outcome : undefined}
      onChoose={(outcome) => authenticate.mutate({ body: { clientSecret, outcome } })}
      errorMessage={errorMessage}
    >
      {errorMessage && (
        <LinkButton variant="secondary" fullWidth href={backUrl}>
          Back to checkout
        </LinkButton>
      )}
    </Challenge>
  )
}
