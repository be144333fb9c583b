import { SearchX } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { getSale, type SaleDetail } from '../../../../contract/sales.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LoadError } from '../../../shared/query-state.tsx'
import { buyerLabel, saleStatusBadge } from '../../../shared/sale-events.ts'
import { sourceLabel } from '../../../shared/source-label.ts'
import { Badge } from '../../../ui/badge.tsx'
import { DialogCloseButton, useReturnFocus } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { BuyerPicture } from './buyer-picture.tsx'
import { SaleAccessSection } from './sale-access-section.tsx'
import { codeUsesLabel, emailLabel, soldAsLabel } from './sale-labels.ts'
import { SaleLedgerSection } from './sale-ledger-section.tsx'
import { SaleLicensesSection } from './sale-licenses-section.tsx'
import { SaleMessagesSection } from './sale-messages-section.tsx'

/** A sale with all details and actions. The drawer stays mounted between sales, so the focus stays inside. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useApiQuery(getSale, { params: { id } })
  const { data, error } = read
  const isMissing = !data && (error?.status === 404 || error?.status === 400)
  const title = data
    ? `${formatMoney(data.amount, data.currency)} for ${data.title}`
    : isMissing
      ? 'Sale Not Found'
      : 'Sale'

  return (
    <Drawer
      onClose={onClose}
      title={title}
      description={
        data ? (
          <>
            Order {data.id} · <LocalTime iso={data.paidAt} />
          </>
        ) : (
          `Order ${id}`
        )
      }
    >
      {data && <SaleDetails sale={data} />}
      {isMissing && <SaleNotFound />}
      {!isMissing && <LoadError query={read} subject="This sale" />}
      {!data && !error && (
        <SkeletonBlocks label="Loading the sale" sizes={['h-8 w-2/3', 'h-28', 'h-20']} className="gap-5" />
      )}
    </Drawer>
  )
}

/** Who bought and what they said come first, then the answer, then the money. */
function SaleDetails({ sale }: { sale: SaleDetail }) {
  const { label, tone } = saleStatusBadge(sale)
  return (
    <>
      {label !== 'Paid' && (
        <p>
          <Badge tone={tone}>{label}</Badge>
        </p>
      )}
      <BuyersWords sale={sale} />
      <SaleMessagesSection sale={sale} />
      <SaleLedgerSection sale={sale} />
      <SaleBuyerSection sale={sale} />
      <SaleAccessSection sale={sale} />
      <SaleLicensesSection sale={sale} />
    </>
  )
}

function BuyersWords({ sale }: { sale: SaleDetail }) {
  const { buyerEmail, supporterName, message, isSupporterPrivate } = sale
  return (
    <div className="flex items-start gap-3.5">
      <BuyerPicture name={supporterName || buyerEmail} />
      <div className="grid min-w-0 gap-1 self-center">
        <p className="wrap-anywhere font-semibold">{buyerLabel(sale)}</p>
        {message && (
          <blockquote className="wrap-anywhere whitespace-pre-line text-lg">“{message}”</blockquote>
        )}
        {(message || supporterName) && isSupporterPrivate && (
          <p className="text-ink-faint text-sm">Only you can see this.</p>
        )}
      </div>
    </div>
  )
}

function SaleNotFound() {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="We couldn’t find this sale"
      description="This order isn’t among your sales. Check that you’re signed in with the right account."
    />
  )
}

function SaleBuyerSection({ sale }: { sale: SaleDetail }) {
  const { buyerEmail, source, contentId, title } = sale
  const { emails, emailCorrections } = sale
  const soldAs = soldAsLabel(sale)
  const items: Array<[name: string, value: string]> = [
    ['Email', buyerEmail || 'Not provided'],
    ...(soldAs ? [['Bought', soldAs] as [string, string]] : []),
    ...(source ? [['Source', sourceLabel(source)] as [string, string]] : []),
    ...(sale.discount ? [['Discount', discountText(sale)] as [string, string]] : []),
    ...(Number(sale.tip) > 0 ? [['Tip', formatMoney(sale.tip, sale.currency)] as [string, string]] : []),
  ]
  return (
    <section aria-labelledby="sale-buyer" className="grid gap-3">
      <h3 id="sale-buyer" className="text-lg">
        Buyer
      </h3>
      <dl className="grid gap-3">
        {items.map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <TextLink href={`/sales?item=${contentId}`} className="wrap-anywhere">
          All sales of {title}
        </TextLink>
      </p>
      {emailCorrections.length > 0 && (
        <ul aria-label="Corrections" className="grid gap-2 text-sm">
          {emailCorrections.map(({ at, by, from, to }) => (
            <li key={at} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                Email address corrected by {by === 'buyer' ? 'the buyer' : 'us'}
                {from && `: ${from} to ${to}`}
              </span>
              <LocalTime iso={at} />
            </li>
          ))}
        </ul>
      )}
      {emails.length > 0 && (
        <ul aria-label="Emails" className="grid gap-2 text-sm">
          {emails.map(({ kind, createdAt, sentAt }) => (
            <li key={`${kind} ${createdAt}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{emailLabel(kind)}</span>
              <span className="text-ink-faint">
                {sentAt ? (
                  <>
                    Sent <LocalTime iso={sentAt} />
                  </>
                ) : (
                  'On its way'
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `SPRING, $12.00 − $2.40`, and how often it was used where that is too often. */
function discountText(sale: SaleDetail): string {
  const { discount, listAmount, currency } = sale
  if (!discount) return ''
  const uses = codeUsesLabel(sale)?.toLowerCase()
  const amounts = `${formatMoney(listAmount, currency)} − ${formatMoney(discount.amount, currency)}`
  return [discount.code, amounts, uses && `${uses} by the same card or address`].filter(Boolean).join(', ')
}

type DrawerProps = {
  onClose: () => void
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A panel beside a list, full screen on a phone. Dialogs opened inside it appear above it. */
function Drawer({ onClose, title, description, children }: DrawerProps) {
  const focusReturn = useReturnFocus()
  /** Focuses the panel itself, so that its first button cannot be pressed by accident. */
  function focusDrawer(event: Event) {
    focusReturn.onOpenAutoFocus()
    event.preventDefault()
    if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="appears fixed inset-0 z-30 bg-veil" />
        <Radix.Content
          className="slides-in fixed inset-y-0 right-0 z-30 grid w-full max-w-[520px] grid-cols-[minmax(0,1fr)] content-start gap-6 overflow-y-auto border-line bg-surface p-5 pb-16 shadow-md outline-none sm:border-l sm:p-7"
          onOpenAutoFocus={focusDrawer}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="grid gap-1 pr-12">
            <Radix.Title className="wrap-anywhere text-xl">{title}</Radix.Title>
            {description && (
              <Radix.Description className="wrap-anywhere text-ink-soft">{description}</Radix.Description>
            )}
          </div>
          {children}
          <DialogCloseButton className="top-4 right-3 sm:right-5" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
