import { Undo2 } from 'lucide-react'
import { useParams, useSearch } from 'wouter'
import { getRefundTerms, type RefundTerms } from '../../../contract/aftercare.ts'
import { limits } from '../../../contract/limits.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Unreachable } from '../../ui/unreachable.tsx'
import { ClosedPurchase } from './closed-purchase.tsx'
import { refundWords } from './refund-words.ts'
import { UnknownPurchase, WriteToUs } from './unknown-purchase.tsx'

/** Asks for money back, and says afterwards what became of it. A plain form: the server answers with this page again. */
export function RefundPage() {
  const { token = '' } = useParams()
  const { data, error } = useRead(getRefundTerms, { params: { token } })

  if (data?.standing === 'possible') return <Ask terms={data} token={token} />
  if (data) return <Told terms={data} token={token} />
  if (error?.status === 403) return <ClosedPurchase text={error.sentence} />
  if (error && error.status >= 500)
    return <Unreachable href={`/access/${token}/refund`} calm="your purchase is safe" />
  return <UnknownPurchase />
}

function Ask({ terms: { title, amount, currency, isAutomatic, purchaseId }, token }: AskProps) {
  const problem = new URLSearchParams(useSearch()).get('problem')
  const money = formatMoney(amount, currency)
  return (
    <div className="mx-auto grid max-w-[560px] gap-6 py-8 sm:py-12">
      <div className="grid gap-2 text-center">
        <h1 className="text-2xl sm:text-[2.2rem]">Request a refund</h1>
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          {title} · order {purchaseId}
        </p>
      </div>
      <Card raised>
        <form method="post" action={`/access/${token}/refund`} className="grid gap-5">
          {problem && problem !== 'invalid_input' && (
            <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-danger">
              Your request was not sent. Please try again in a moment.
            </p>
          )}
          <p className="rounded-md bg-sunken px-4 py-3">
            {isAutomatic
              ? `You have not opened it yet, so ${money} goes back to your card at once. Your access ends.`
              : `You have opened it, so its creator decides whether ${money} goes back to your card. We mail you the answer.`}
          </p>
          <Field
            label="Reason"
            name="reason"
            optional
            hint={isAutomatic ? 'It helps the creator. You need not give one.' : 'The creator reads this.'}
            error={problem === 'invalid_input' ? `At most ${limits.reason} characters` : undefined}
          >
            <Textarea maxLength={limits.reason} />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <LinkButton variant="ghost" href={`/access/${token}`}>
              Keep it
            </LinkButton>
            <Button type="submit">{isAutomatic ? `Refund ${money}` : `Ask for ${money} back`}</Button>
          </div>
        </form>
      </Card>
    </div>
  )
}

type AskProps = { terms: RefundTerms; token: string }

function Told({ terms: { standing, amount, currency, title, purchaseId }, token }: AskProps) {
  if (standing === 'possible') return null
  const { heading, text } = refundWords(standing, formatMoney(amount, currency))
  const isOpen = standing !== 'refunded'
  return (
    <PageNotice
      icon={<Undo2 aria-hidden />}
      title={heading}
      text={text}
      actions={
        <>
          {!isOpen && (
            <LinkButton variant="ghost" href={`/access/${token}/receipt`}>
              Receipt
            </LinkButton>
          )}
          {isOpen && <LinkButton href={`/access/${token}`}>Back to your purchase</LinkButton>}
          <WriteToUs />
        </>
      }
    >
      <p className="text-ink-faint text-sm [overflow-wrap:anywhere]">
        {title} · order {purchaseId}
      </p>
    </PageNotice>
  )
}
