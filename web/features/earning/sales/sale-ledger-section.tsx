import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '../../../../contract/limits.ts'
import { statementLineLabels } from '../../../../contract/payout-labels.ts'
import { buildUrl, type Route } from '../../../../contract/route.ts'
import {
  getSale,
  previewRefund,
  refundSale,
  type SaleDetail,
  SaleRefundInput,
} from '../../../../contract/sales.ts'
import { queryKeyFor, useApiMutation, useApiQuery } from '../../../api/query.ts'
import { parseRefundAmount, RefundAmountField, RefundPreview } from '../../../shared/refund-fields.tsx'
import { invalidateSales } from '../../../shared/sale-events.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'

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
              {['Type', 'Buyer paid', ...(hasTax ? ['Tax'] : []), 'Our fee', 'Your share'].map((name) => (
                <th key={name} scope="col" className="py-1 pl-2 font-normal first:pl-0 first:text-left">
                  {name}
                </th>
              ))}
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

type RefundSaleDialogProps = { sale: SaleDetail; onClose: () => void }

function RefundSaleDialog({ sale, onClose }: RefundSaleDialogProps) {
  const { id, currency, refundableAmount, refunded } = sale
  const [amount, setAmount] = useState(refundableAmount)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const parsed = parseRefundAmount(amount, sale)
  const validAmount = 'amount' in parsed ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const preview = useApiQuery(previewRefund, {
    params: { id },
    query: { amount: validAmount },
    enabled: validAmount !== undefined,
  })
  const mutation = useSaleAction(refundSale, {
    errorTitle: 'Refund failed',
    onSuccess: ({ refundInProgressAmount }) => {
      const isPending = Number(refundInProgressAmount) > 0
      toast({
        title: isPending ? 'Refund in progress' : 'Refunded',
        description: isPending ? 'The card provider hasn’t confirmed it yet.' : 'We’ll email the buyer.',
        tone: 'success',
      })
      onClose()
    },
  })

  return (
    <Dialog open onOpenChange={onClose} title="Refund this sale" description="You can’t undo a refund.">
      <Form
        schema={z.pick(SaleRefundInput, { reason: true })}
        onSubmit={({ reason }) => {
          setIsSubmitted(true)
          if (validAmount !== undefined && !mutation.isPending)
            mutation.mutate({ params: { id }, body: { amount: validAmount, refunded, reason } })
        }}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <RefundAmountField
          payment={sale}
          value={amount}
          onChange={setAmount}
          error={(isSubmitted ? problem : undefined) ?? mutation.error?.fields.amount}
        />
        <Field label="Reason" name="reason" isOptional hint="We’ll include this in the email to the buyer.">
          <Textarea rows={3} maxLength={limits.maxReasonLength} />
        </Field>
        <RefundPreview amount={validAmount} currency={currency} query={preview} balanceOwner="Your" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" isLoading={mutation.isPending}>
            {validAmount === undefined ? 'Refund' : `Refund ${formatMoney(validAmount, currency)}`}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** A mutation of a sale: puts the returned sale into the cache and refetches the lists and stats of sales. */
export function useSaleAction<R extends Route & { response: typeof getSale.response }>(
  route: R,
  { onSuccess, errorTitle }: { onSuccess: (sale: SaleDetail) => void; errorTitle: string },
) {
  const client = useQueryClient()
  return useApiMutation(route, {
    onSuccess: (response) => {
      // The route's response is that of getSale.
      const sale = response as SaleDetail
      client.setQueryData(queryKeyFor(buildUrl(getSale, { params: { id: sale.id } })), sale)
      onSuccess(sale)
      void invalidateSales(client)
    },
    onError: (error) => {
      showErrorToast(error, errorTitle)
      if (error.code === 'conflict') void invalidateSales(client)
    },
  })
}
