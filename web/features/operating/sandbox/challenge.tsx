import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MockProviderPage } from './mock-provider-page.tsx'

const outcomeLabels = { complete: 'Complete', fail: 'Fail', cancel: 'Cancel' }
type Outcome = keyof typeof outcomeLabels

type ChallengeProps<T extends Outcome> = {
  title: string
  /** The first one is the main action. */
  outcomes: ReadonlyArray<T>
  /** The chosen outcome while it is being sent. */
  pending: T | undefined
  onChoose: (outcome: T) => void
  errorMessage: string | undefined
  /** The way back, below the outcomes. */
  children?: ReactNode
}

/** Replaces a bank's page on which a payment is confirmed with 3-D Secure. */
export function Challenge<T extends Outcome>({
  title,
  outcomes,
  pending,
  onChoose,
  errorMessage,
  children,
}: ChallengeProps<T>) {
  return (
    <MockProviderPage
      providerName="Test Bank"
      pageName="3-D Secure"
      title={title}
      text="A real bank would ask for a code or fingerprint here. This is a test, so choose what happens next."
      errorMessage={errorMessage}
    >
      <div className="grid gap-3">
        {outcomes.map((outcome, index) => (
          <Button
            key={outcome}
            {...(index === 0 ? { size: 'lg' } : { variant: 'secondary' })}
            fullWidth
            isLoading={pending === outcome}
            onClick={() => pending === undefined && onChoose(outcome)}
          >
            {outcomeLabels[outcome]}
          </Button>
        ))}
        {children}
      </div>
    </MockProviderPage>
  )
}
