import { Undo2 } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getRefundEligibility, type RefundEligibility } from '../../../../contract/access.ts'
import { limits } from '../../../../contract/limits.ts'
import { refundRequestText } from '../../../../contract/refunds.ts'
import { useApiQuery } from '../../../api/query.ts'
import { AccessRevoked, ContactSupportLink, InvalidAccessLink } from '../../../shared/access-states.tsx'
import { refundStatusMessage } from '../../../shared/buyer-refund-labels.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageLoadError } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'

/** Requests a refund, and shows the request's state afterwards. A plain form; the server responds with this page. */
export function RefundRequestPage() {
  const { token = '' } = useParams()
  const { data, error } = useApiQuery(getRefundEligibility, { params: { token } })

  if (data?.status === 'available') return <RefundRequestForm terms={data} token={token} />
  if (data) return <RefundStatusNotice terms={data} token={token} />
  if (error?.status === 403) return <AccessRevoked reason={error.userMessage} />
  if (error && error.status >= 500)
    return <PageLoadError href={`/access/${token}/refund`} reassurance="your purchase is safe" />
  return <InvalidAccessLink />
}

function RefundRequestForm({
  terms: { title, amount, currency, isInstant, isBeforeRelease, purchaseId },
  token,
}: RefundRequestProps) {
  const query = new URLSearchParams(useSearch())
  const errorCode = query.get('problem')
  const partReason = query.get('reason')
  const formattedAmount = formatMoney(amount, currency)
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl sm:text-[2.2rem]">{isBeforeRelease ? 'Get a refund' : 'Request a refund'}</h1>
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          {title} · order {purchaseId}
        </p>
      </div>
      <Card elevated>
        <form method="post" action={`/access/${token}/refund`} className="grid gap-5">
          {errorCode && errorCode !== 'invalid_input' && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
              We couldn’t send your request. Please try again in a moment.
            </p>
          )}
          <p className="rounded-md bg-sunken px-4 py-3">
            {isBeforeRelease
              ? `We’ll refund ${formattedAmount} to your card right away, and you won’t get it when it comes out.`
              : refundRequestText({ isInstant, money: formattedAmount })}
          </p>
          {partReason && (
            <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
              {isInstant
                ? `This refunds all of ${formattedAmount} and ends your access. For a part only, contact us.`
                : 'The creator decides between the part that you name and all of it. With all of it your access ends.'}
            </p>
          )}
          {!isBeforeRelease && (
            <Field
              label="Reason"
              name="reason"
              isOptional
              hint={
                isInstant
                  ? 'A reason helps the creator, but you don’t have to give one.'
                  : 'The creator will see this.'
              }
              error={
                errorCode === 'invalid_input'
                  ? `Use ${limits.maxReasonLength} characters or fewer`
                  : undefined
              }
            >
              <Textarea maxLength={limits.maxReasonLength} defaultValue={partReason ?? ''} />
            </Field>
          )}
          <div className="flex flex-wrap-reverse justify-end gap-3 max-sm:*:flex-auto">
            <LinkButton variant="secondary" href={`/access/${token}`}>
              Cancel
            </LinkButton>
            <Button type="submit">
              {isInstant ? `Refund ${formattedAmount}` : `Request a ${formattedAmount} refund`}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

type RefundRequestProps = { terms: RefundEligibility; token: string }

function RefundStatusNotice({
  terms: { status, amount, currency, title, purchaseId },
  token,
}: RefundRequestProps) {
  if (status === 'available') return null
  const { heading, text } = refundStatusMessage(status, formatMoney(amount, currency))
  const isRefunded = status === 'refunded'
  return (
    <PageNotice
      icon={<Undo2 aria-hidden />}
      title={heading}
      description={text}
      actions={
        <>
          {isRefunded && (
            <LinkButton variant="secondary" href={`/access/${token}/receipt`}>
              Receipt
            </LinkButton>
          )}
          {!isRefunded && <LinkButton href={`/access/${token}`}>Back to purchase</LinkButton>}
          <ContactSupportLink />
        </>
      }
    >
      <p className="text-ink-faint text-sm [overflow-wrap:anywhere]">
        {title} · order {purchaseId}
      </p>
    </PageNotice>
  )
}
