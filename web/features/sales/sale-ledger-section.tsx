import { useState } from 'react'
import { statementLineLabels } from '../../../contract/payout-labels.ts'
import type { SaleDetail } from '../../../contract/sales.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { RefundSaleDialog } from './refund-sale-dialog.tsx'

/** The sale's ledger entries, and the refund button. */
export function SaleLedgerSection({ sale }: { sale: SaleDetail }) {
  const { entries, currency, netAmount, refundInProgressAmount } = sale
  const money = (text: string) => formatMoney(text, currency)
  const hasTax = Number(sale.tax) > 0
  return (
    <section aria-labelledby="sale-money" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="sale-money" className="text-lg">
        Payment breakdown
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the panel scrolls with the keyboard. */}
      <section aria-label="Ledger entries" tabIndex={0} className="overflow-x-auto">
        <table className="w-full border-collapse text-right text-sm">
          <thead className="text-ink-faint">
            <tr>
              <th scope="col" className="py-1 text-left font-normal">
                Type
              </th>
              <th scope="col" className="py-1 pl-2 font-normal">
                Buyer paid
              </th>
              {hasTax && (
                <th scope="col" className="py-1 pl-2 font-normal">
                  Tax
                </th>
              )}
              <th scope="col" className="py-1 pl-2 font-normal">
                Our fee
              </th>
              <th scope="col" className="py-1 pl-2 font-normal">
                Your share
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ kind, at, buyerAmount, tax, fee, creatorAmount, remainingAmount }) => (
              <tr key={`${kind} ${at} ${remainingAmount}`} className="border-line border-t align-top">
                <th scope="row" className="py-2 text-left font-normal">
                  <span className="block font-semibold">{statementLineLabels[kind]}</span>
                  <span className="text-ink-faint">
                    <LocalTime iso={at} format="date" />
                  </span>
                </th>
                <td className="py-2 pl-2">{money(buyerAmount)}</td>
                {hasTax && <td className="py-2 pl-2">{money(tax)}</td>}
                <td className="py-2 pl-2">{money(fee)}</td>
                <td className="py-2 pl-2">{money(creatorAmount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line-strong border-t font-semibold text-base">
              <th scope="row" colSpan={hasTax ? 4 : 3} className="py-2 text-left font-semibold">
                Your earnings
              </th>
              <td className="py-2 pl-2">{money(netAmount)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      {Number(refundInProgressAmount) > 0 && (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3">
          {money(refundInProgressAmount)} is being refunded. The card provider hasn’t confirmed it yet. We’ll
          keep checking.
        </p>
      )}
      <RefundAction sale={sale} />
    </section>
  )
}

function RefundAction({ sale }: { sale: SaleDetail }) {
  const [open, setOpen] = useState(false)
  const { pendingRefundRequestId, refundableAmount } = sale
  if (pendingRefundRequestId)
    return (
      <LinkButton
        variant="secondary"
        href={`/refunds/${pendingRefundRequestId}`}
        className="justify-self-start"
      >
        Review refund request
      </LinkButton>
    )
  if (Number(refundableAmount) === 0) return null
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        Refund
      </Button>
      {open && <RefundSaleDialog sale={sale} onClose={() => setOpen(false)} />}
    </>
  )
}
