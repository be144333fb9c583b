import type { RefundOutlook } from '../../../contract/refunds.ts'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { outcomeOf, retryOf } from './refund-words.ts'

/** What was decided, with what the buyer was told; or why nothing can be decided now. */
export function Outcome({ request }: { request: RefundOutlook }) {
  const said = outcomeOf(request) ?? held
  const { answer, decidedAt, balance, currency, isOwn } = request
  const again = retryOf(request)
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3">
      <h2 className="font-semibold text-lg">{said.heading}</h2>
      <p>{said.text}</p>
      {answer && <p className="wrap-anywhere whitespace-pre-line">Told to the buyer: “{answer}”</p>}
      <p className="text-ink-faint text-sm">
        {decidedAt && `Decided on ${formatDate(decidedAt)}. `}
        {isOwn ? 'Your' : 'The creator’s'} balance is {formatMoney(balance, currency)}.
      </p>
      {again && (
        <LinkButton href={again} className="mt-1 justify-self-start">
          Refund it again
        </LinkButton>
      )}
    </div>
  )
}

const held = {
  heading: 'The bank has this money',
  text: 'The buyer has disputed the payment, so there is nothing left to refund here. The bank decides.',
}
