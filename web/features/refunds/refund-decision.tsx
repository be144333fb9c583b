import type { RefundRequestDetail } from '../../../contract/refunds.ts'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { decisionSummary, retryUrl } from './creator-refund-labels.ts'

/** The decision with the message to the buyer, or why no decision is possible. */
export function RefundDecision({ request }: { request: RefundRequestDetail }) {
  const summary = decisionSummary(request) ?? disputedSummary
  const { decisionMessage, decidedAt, balance, currency, isCreator } = request
  const retryHref = retryUrl(request)
  return (
    <div className="grid gap-2 rounded-md bg-sunken px-4 py-3">
      <h2 className="font-semibold text-lg">{summary.heading}</h2>
      <p>{summary.text}</p>
      {decisionMessage && (
        <p className="wrap-anywhere whitespace-pre-line">Your reply to the buyer: “{decisionMessage}”</p>
      )}
      <p className="text-ink-faint text-sm">
        {decidedAt && `Decided on ${formatDate(decidedAt)}. `}
        {isCreator ? 'Your' : 'The creator’s'} balance is {formatMoney(balance, currency)}.
      </p>
      {retryHref && (
        <LinkButton href={retryHref} className="mt-1 justify-self-start">
          Try the refund again
        </LinkButton>
      )}
    </div>
  )
}

const disputedSummary = {
  heading: 'This payment is in dispute',
  text: 'The buyer disputed the payment with their bank, so there’s nothing left to refund here. The bank will decide.',
}
