import type { User } from '../../../contract/accounts.ts'
import { PaymentForm } from '../../payments/payment-form.tsx'
import type { PaymentWords } from '../../payments/payment-words.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { failed, useBegun } from './use-begun.ts'

/** The card form of Pro's first month, from the moment the subscription has begun. */
export function ProPayment({ viewer }: { viewer: User }) {
  const { begun, retry } = useBegun()

  if (begun.step === 'beginning') return <SettingUp />
  if (begun.step === 'refused')
    return <ErrorState title="Setup Error" text={sentenceOf(begun.error)} retry={retry} />
  const { clientSecret, provider, amount, currency } = begun.payment
  const price = formatMoney(amount, currency)
  return (
    <>
      <p className="text-ink-soft">
        {`${price} today and each month after it. Cancel anytime: Pro stays on until the period ends.`}
      </p>
      <PaymentForm
        provider={provider}
        clientSecret={clientSecret}
        amount={price}
        returnUrl="/dashboard?subscription=success"
        back="/subscribe"
        email={viewer.email}
        onEmail={() => undefined}
        words={wordsFor(price)}
      />
    </>
  )
}

function wordsFor(price: string): PaymentWords {
  return {
    submit: `Pay ${price} and go Pro`,
    emailHint: 'Where the card provider sends its receipt.',
    failed: 'Error',
    unexpected: 'An unexpected error occurred',
  }
}

function sentenceOf({ code, sentence }: { code: string; sentence: string }): string {
  return code === 'conflict' || code === 'not_found' || code === 'throttled' ? sentence : failed
}

function SettingUp() {
  return (
    <div role="status" className="grid gap-[18px]">
      <span className="text-ink-soft">Setting up payment...</span>
      <Skeleton className="h-12 rounded-sm" />
      <Skeleton className="h-12 rounded-sm" />
      <Skeleton className="h-12 rounded-sm" />
    </div>
  )
}
