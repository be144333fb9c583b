import { type SubmitEvent, useState } from 'react'
import { correctPurchaseEmail } from '../../../../contract/purchases.ts'
import { ApiError, request } from '../../../api/client.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { EmailField } from '../../../shared/email-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/field.tsx'

type CorrectEmailProps = {
  email: string
  paymentIntentId: string
  contentId: number
  /** Right after the payment. */
  isNew: boolean
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
}

/** Where the access link was sent, and a form for the browser that paid to correct a mistyped address, once. */
function CorrectEmail({ email, paymentIntentId, contentId, isNew, headers = {} }: CorrectEmailProps) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const entered = String(new FormData(form).get('email') ?? '')
    setIsPending(true)
    setError(undefined)
    try {
      const { accessUrl } = await request(correctPurchaseEmail, {
        body: { paymentIntentId, contentId, email: entered },
        headers,
      })
      // The old access link no longer works.
      if (location.pathname.startsWith('/access/')) location.replace(accessUrl)
      else location.reload()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure)
      setIsPending(false)
      const field = form.elements.namedItem('email')
      if (failure.fields.email && field instanceof HTMLElement) field.focus()
    }
  }

  return (
    <details className="inline noscript:hidden print:hidden">
      <summary className="inline cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {isNew ? `The link is on its way to ${email}.` : `Sent to ${email}.`}{' '}
        <b className="whitespace-nowrap py-3 font-semibold text-brand underline decoration-1 underline-offset-3">
          Not your address?
        </b>
      </summary>
      <form
        noValidate
        method="post"
        onSubmit={(event) => void submit(event)}
        className="grid max-w-[34rem] gap-3 pt-4 pb-2"
      >
        <EmailField
          email=""
          hint="We’ll send your access link there. The link we sent before will stop working. You can do this once."
          {...(error?.fields.email && { error: error.fields.email })}
        />
        <FormError>{!error?.fields.email && error?.userMessage}</FormError>
        <Button type="submit" variant="secondary" isLoading={isPending}>
          Correct address
        </Button>
      </form>
    </details>
  )
}

export const correctEmailIsland: IslandDefinition<CorrectEmailProps> = {
  name: 'correct-email',
  entry: 'web/features/buying/access/correct-email.island.tsx',
  Component: CorrectEmail,
}
