import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicContent } from '../../../contract/content.ts'
import { creatorName } from '../../shared/content-format.ts'
import { GuaranteeNote } from '../../shared/guarantee-note.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { payLabel, trimTrailingZeros } from './amount.ts'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import { SupporterFields } from './supporter-fields.tsx'

type PayCardProps = { content: PublicContent; defaults: PayFormDefaults; isTestPurchase?: boolean }

/** The pay card. The unpaid and paid states are both rendered; tip-island.ts shows the current one. */
export function PayCard({ content, defaults, isTestPurchase = false }: PayCardProps) {
  const { id, currency, minimumChargeAmount, pricingModel } = content
  return (
    <Card
      elevated
      data-pay-card
      className="grid grid-cols-[minmax(0,1fr)] gap-4 self-start md:sticky md:top-5 md:col-start-2 md:row-span-2 md:row-start-1"
    >
      <form
        id="pay"
        method="post"
        action={isTestPurchase ? `/p/${id}/try` : `/p/${id}`}
        data-trial={isTestPurchase || undefined}
        noValidate
        data-content={id}
        data-currency={currency}
        data-minimum={minimumChargeAmount}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <PayFormError>{defaults.notice}</PayFormError>
        {pricingModel === 'fixed' ? (
          <FixedPrice content={content} />
        ) : (
          <AmountField content={content} defaults={defaults} />
        )}
        {!isTestPurchase && <SupporterFields defaults={defaults} />}
        {defaults.source && <input type="hidden" name="source" value={defaults.source} />}
        {defaults.email && <input type="hidden" name="email" value={defaults.email} />}
        {defaults.isAlreadyOwned && <input type="hidden" name="confirmDuplicate" value="yes" />}
        <Button type="submit" size="lg" fullWidth data-pay>
          {payLabel(defaults.amountDue, currency)}
        </Button>
      </form>
      {!isTestPurchase && <TestPurchaseLink id={id} />}
      <div data-paid hidden className="grid gap-3">
        <p role="status" data-status className="font-semibold">
          It’s yours.
        </p>
        <Button size="lg" fullWidth data-download data-kind={content.kind}>
          <Download aria-hidden />
          Download Your Content
        </Button>
        {content.kind === 'file' && (
          <Button size="lg" fullWidth variant="secondary" data-open>
            Open Your Purchase
          </Button>
        )}
      </div>
      <SalesTotals content={content} />
      <GuaranteeNote />
      <p className="-my-2 text-ink-faint text-sm">
        Already bought this?{' '}
        <TextLink href="/lost-link" className="inline-grid min-h-11 place-items-center">
          Lost your link?
        </TextLink>
      </p>
    </Card>
  )
}

/** Only for the item's creator; the island checks that. */
function TestPurchaseLink({ id }: { id: number }) {
  return (
    <p data-own-item hidden className="rounded-md bg-sunken px-4 py-1 text-sm">
      This is your item.{' '}
      <TextLink href={`/p/${id}?try`} className="inline-grid min-h-11 place-items-center font-semibold">
        See it as a buyer
      </TextLink>
    </p>
  )
}

/**
 * Why no payment was started. Always rendered, because the island shows its errors in the same place: a toast may
 * disappear before it is read.
 */
function PayFormError({ children }: { children: string | undefined }) {
  return (
    <p
      role="status"
      data-notice
      className="rounded-md bg-warn-soft px-4 py-3 font-semibold text-warn empty:hidden"
    >
      {children}
    </p>
  )
}

function FixedPrice({ content }: { content: PublicContent }) {
  return (
    <p className="grid">
      <span className="text-ink-soft">Price</span>
      <span className="font-[650] font-display text-2xl tracking-[-0.02em]">
        {formatMoney(content.minimumChargeAmount, content.currency)}
      </span>
    </p>
  )
}

function AmountField({
  content: { minimumChargeAmount, currency, suggestedAmounts },
  defaults,
}: PayCardProps) {
  const amountOptions = suggestedAmounts.map((value) => ({
    value,
    label: trimTrailingZeros(formatMoney(value, currency)),
  }))
  return (
    <>
      <Field
        label="Pay what you want"
        name="amount"
        hint={`Minimum ${formatMoney(minimumChargeAmount, currency)}`}
        error={defaults.amountError}
        className="data-wrong:[&_p]:text-danger"
      >
        <MoneyInput
          size="lg"
          currency={currency}
          min={minimumChargeAmount}
          placeholder={minimumChargeAmount}
          maxLength={20}
          defaultValue={defaults.amount}
        />
      </Field>
      {/* Checked only by the script: without one they are hidden and must not be sent. */}
      {amountOptions.length > 0 && (
        <div className="grid noscript:hidden">
          <SegmentedControl label="Suggested amounts" name="suggestedAmount" options={amountOptions} />
        </div>
      )}
    </>
  )
}

/** From this many sales on, the counts help to sell. */
const minSalesShown = 3

function SalesTotals({ content }: { content: PublicContent }) {
  const { tipCount, totalEarnings, currency } = content
  if (tipCount < minSalesShown) return <FirstSupporters content={content} />
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-line border-t pt-3.5 text-ink-faint">
      <Total value={formatCount(tipCount)}>People tipped</Total>
      {totalEarnings !== null && <Total value={formatMoney(totalEarnings, currency)}>Total earned</Total>}
    </div>
  )
}

function FirstSupporters({ content }: { content: PublicContent }) {
  const creator = creatorName(content)
  const invitation = content.tipCount === 0 ? 'Be the first to support' : 'Be one of the first to support'
  return (
    <p className="flex items-center gap-2.5 border-line border-t pt-3.5 text-ink-soft">
      <Avatar name={creator} photo={content.user.photoUrl} />
      <span className="min-w-0 [overflow-wrap:anywhere]">{`${invitation} ${creator || 'this creator'}`}</span>
    </p>
  )
}

function Total({ value, children }: { value: string; children: ReactNode }) {
  return (
    <span>
      <b className="font-semibold text-ink">{value}</b> {children}
    </span>
  )
}
