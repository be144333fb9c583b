import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { MessageInput } from '../../../../contract/messages.ts'
import { getSale, type NewSale, type SaleDetail, writeToBuyer } from '../../../../contract/sales.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { buyerLabel } from '../../../shared/sale-events.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { readStored, writeStored } from '../../../ui/browser-storage.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { BuyerPicture } from './buyer-picture.tsx'
import { countUp } from './count-up.ts'
import { dismissNewSales } from './new-sales.ts'

/** What was sold while the dashboard is open: one sale with the buyer's words, or how many and what they earned. */
export function NewSalesCard({ sales }: { sales: ReadonlyArray<NewSale> }) {
  useBalanceCount()
  const [first, ...others] = sales
  const milestone = sales.findLast(({ milestone }) => milestone !== null)?.milestone ?? undefined
  if (!first) return null
  return (
    <section aria-label="New sales" className="falls-in">
      <FallingDrop />
      {/* A new card for each sale, so that each of them falls in. */}
      <div
        key={sales.length}
        className="falls-in-card relative grid gap-3 rounded-md bg-accent-soft py-4 pr-12 pl-4 sm:pl-[22px]"
      >
        {milestone !== undefined && <MilestoneBand>{milestoneTitle(milestone)}</MilestoneBand>}
        {others.length === 0 ? <OneSale sale={first} /> : <SeveralSales sales={sales} />}
      </div>
    </section>
  )
}

/** Says what happened, once for each text. It is empty when the card appears, so that screen readers notice the text. */
function Announcement({ text }: { text: string }) {
  const [shown, setShown] = useState('')
  // Waits until the empty region is on the page.
  useEffect(() => setShown(text), [text])
  return (
    <p role="status" className="sr-only">
      {shown}
    </p>
  )
}

function OneSale({ sale }: { sale: NewSale }) {
  const { id, amount, earned, currency, title } = sale
  const { data, error } = useApiQuery(getSale, { params: { id } })
  const who = data ? buyerLabel(data) : 'Someone'
  const sentence = `${who} paid ${formatMoney(amount, currency)} for ${title}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-4">
        <BuyerPicture isOnTint name={data?.supporterName || (data?.buyerEmail ?? '')} />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">
            <b className="font-semibold">{who}</b> paid {formatMoney(amount, currency)} for {title}{' '}
            {data && (
              <span className="text-accent-ink text-sm">
                <RelativeTime iso={data.paidAt} />
              </span>
            )}
          </p>
          {data?.message && <p className="wrap-anywhere">“{data.message}”</p>}
        </div>
        <Earned amount={earned} currency={currency} />
        {data && <Thanks sale={data} />}
      </div>
      <Dismiss />
      {(data || error) && <Announcement text={`${sentence}. You earned ${formatMoney(earned, currency)}.`} />}
    </>
  )
}

function SeveralSales({ sales }: { sales: ReadonlyArray<NewSale> }) {
  const currency = sales[0]?.currency ?? ''
  const earned = sales.reduce((sum, sale) => sum + Number(sale.earned), 0).toFixed(2)
  const titles = [...new Set(sales.map(({ title }) => title))]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <BuyerPicture isOnTint name="" />
      <div className="min-w-0 flex-1">
        <p>
          <b className="font-semibold">{`${sales.length} new sales`}</b>
        </p>
        <p className="wrap-anywhere text-sm">{listOf(titles)}</p>
      </div>
      <Earned amount={earned} currency={currency} />
      <LinkButton variant="secondary" size="sm" href="/sales">
        See them
      </LinkButton>
      <Dismiss />
      <Announcement text={`${sales.length} new sales. You earned ${formatMoney(earned, currency)}.`} />
    </div>
  )
}

/** `Dusk, Night Ferry and 2 more`. */
function listOf(titles: ReadonlyArray<string>): string {
  const [first = '', second] = titles
  if (second === undefined) return first
  const more = titles.length - 2
  return more > 0 ? `${first}, ${second} and ${more} more` : `${first} and ${second}`
}

function Earned({ amount, currency }: { amount: string; currency: string }) {
  return (
    <b className="font-[650] font-display text-[1.375rem] tabular-nums leading-tight">
      <span className="sr-only">You earned </span>+{formatMoney(amount, currency)}
    </b>
  )
}

function Dismiss({ onDismiss = dismissNewSales }: { onDismiss?: () => void }) {
  return (
    <Button
      variant="icon"
      aria-label="Dismiss"
      className="absolute! top-1/2 right-1 -translate-y-1/2"
      onClick={onDismiss}
    >
      <X aria-hidden />
    </Button>
  )
}

/** A button that becomes a field, and then the thanks that were sent. */
function Thanks({ sale }: { sale: SaleDetail }) {
  const { id, access, buyerEmail, messages } = sale
  const [isWriting, setIsWriting] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const send = useApiMutation(writeToBuyer, { onError: (error) => showErrorToast(error, 'Couldn’t send it') })
  // Moves the focus to the field that took the button's place.
  useEffect(() => {
    if (isWriting) field.current?.querySelector('textarea')?.focus()
  }, [isWriting])
  if (access !== 'active') return null
  const sent = (send.data ?? sale).messages.find(({ sender }) => sender === 'creator')
  if (sent ?? messages.some(({ sender }) => sender === 'creator'))
    return (
      <p role="status" className="wrap-anywhere w-full text-accent-ink">
        You thanked them{sent && <>: “{sent.text}”</>}
      </p>
    )
  if (!isWriting)
    return (
      <Button variant="secondary" size="sm" className="max-sm:w-full" onClick={() => setIsWriting(true)}>
        Say thanks
      </Button>
    )
  return (
    <Form
      schema={MessageInput}
      onSubmit={(body) => send.isPending || send.mutate({ params: { id }, body })}
      errors={send.error?.fields}
      className="grid w-full gap-3"
    >
      <div ref={field}>
        <Field
          label="Your message"
          name="text"
          hint={
            buyerEmail
              ? 'The buyer gets it by email and on their page. They don’t see your address.'
              : 'The buyer gave no email address. They’ll see it on their page.'
          }
        >
          <Textarea rows={2} maxLength={screenLimits.maxMessageToPersonLength} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" isLoading={send.isPending}>
          Send
        </Button>
        <Button variant="tertiary" size="sm" onClick={() => setIsWriting(false)}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

type FirstPayout = NonNullable<ResponseOf<typeof getDashboardStats>['firstPayout']>

/** The creator's first payout, until it is dismissed in this browser. The server says so for some days. */
export function FirstPayoutCard({ payout }: { payout: FirstPayout }) {
  const key = `first-payout-${payout.id}`
  const [isShown, setIsShown] = useState(false)
  // Reads the browser's storage.
  useEffect(() => setIsShown(!readStored('localStorage', key)), [key])
  if (!isShown) return null
  return (
    <section
      aria-label="First payout"
      className="falls-in-card relative grid gap-3 rounded-md bg-accent-soft py-4 pr-12 pl-4 sm:pl-[22px]"
    >
      <MilestoneBand>Your first payout</MilestoneBand>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-48">
          <p className="font-[650] font-display text-xl leading-tight">
            {formatMoney(payout.amount, payout.currency)} paid out
          </p>
          <p className="text-sm">
            Paid <LocalTime iso={payout.paidAt} format="date" />. The statement says which sales it is made
            of.
          </p>
        </div>
        <LinkButton variant="secondary" size="sm" href="/settings/payouts">
          See the statement
        </LinkButton>
        <Dismiss
          onDismiss={() => {
            writeStored('localStorage', key, 'dismissed')
            setIsShown(false)
          }}
        />
      </div>
    </section>
  )
}

/** The words on the band of a milestone, as on the postcard that the email is. */
export function milestoneTitle(milestone: number): string {
  return milestone === 1 ? 'Your first sale' : `Your ${milestone.toLocaleString('en-US')}th sale`
}

export function MilestoneBand({ children }: { children: ReactNode }) {
  return (
    <h2 className="-mt-4 -mr-12 -ml-4 rounded-t-md bg-accent-ink px-4 py-2 font-[650] font-body text-accent-soft text-sm uppercase tracking-[0.08em] sm:-ml-[22px] sm:px-[22px]">
      {children}
    </h2>
  )
}

/** The drop that falls before the card. Only decoration, and only where motion is welcome. */
function FallingDrop() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="falls-in-drop size-8 text-accent">
      <path
        fill="currentColor"
        d="M12 2.5c3.6 4.4 6.5 7.7 6.5 11.6A6.500 6.500 0 0 1 12 21a6.500 6.500 0 0 1-6.500-6.900C5.500 10.200 8.400 6.900 12 2.500Z"
      />
    </svg>
  )
}

/** Counts the balance on the page up when a sale has changed it. */
function useBalanceCount(): void {
  const { data } = useApiQuery(getDashboardStats)
  const previous = useRef(data?.availableBalance)
  // Writes the steps of the count into the page; the last one is what React has rendered.
  useEffect(() => {
    const [from, to] = [previous.current, data?.availableBalance]
    previous.current = to
    const element = document.getElementById('available-balance')
    if (!data || !element || from === undefined || to === undefined || to <= from) return
    return countUp(element, { from, to, format: (amount) => formatMoney(amount.toFixed(2), data.currency) })
  }, [data])
}
