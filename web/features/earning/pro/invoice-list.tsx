import { getProDocument, replaceProInvoice } from '../../../../contract/pro-plan.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getSubscription, type Subscription } from '../../../../contract/subscriptions.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

type Invoice = Subscription['invoices'][number]

/** What was paid for Pro, with the PDFs of its invoices and credit notes. */
export function InvoiceList({ invoices }: Pick<Subscription, 'invoices'>) {
  return (
    <section aria-labelledby="pro-invoices">
      <h3 id="pro-invoices" className="font-semibold">
        Invoices
      </h3>
      <ul className="mt-1 grid">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-line border-b py-2.5 last:border-b-0"
          >
            <LocalTime iso={invoice.paidAt} format="date" />
            <span className="font-semibold tabular-nums">
              {formatMoney(invoice.amount, invoice.currency)}
            </span>
            <Documents invoice={invoice} />
            {invoice.canReplace && <ReplaceButton id={invoice.id} />}
            {Number(invoice.returnedAmount) > 0 && (
              <span className="text-ink-soft text-sm tabular-nums">
                {`${formatMoney(invoice.returnedAmount, invoice.currency)} returned`}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Issues the invoice again with the payee details that were entered since. */
function ReplaceButton({ id }: { id: number }) {
  const refresh = useInvalidateQueries()
  const { mutate, isPending } = useApiMutation(replaceProInvoice, {
    async onSuccess() {
      await refresh(getSubscription)
      toast({
        title: 'Invoice issued again',
        description: 'A credit note cancels the first one.',
        tone: 'success',
      })
    },
    onError: (error) => toast({ title: 'Error', description: error.userMessage, tone: 'destructive' }),
  })
  return (
    <Button
      variant="tertiary"
      size="sm"
      className="col-span-2 justify-self-start"
      isLoading={isPending}
      onClick={() => mutate({ params: { id } })}
    >
      Issue again with your payee details
    </Button>
  )
}

const labels: Record<Invoice['documents'][number]['kind'], string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  credit_note_reversal: 'Canceled credit note',
  statement: 'Statement',
}

const msPerDay = 24 * 3_600_000

function Documents({ invoice: { documents, paidAt } }: { invoice: Invoice }) {
  const isNew = Date.now() - Date.parse(paidAt) < msPerDay
  if (documents.length === 0)
    return (
      <span className="text-ink-faint text-sm">
        {isNew ? 'The invoice follows in a moment' : 'Paid before invoices had a number'}
      </span>
    )
  return (
    <span className="flex flex-wrap gap-x-4 text-sm">
      {documents.map(({ number, kind }) => (
        <TextLink
          key={number}
          href={buildUrl(getProDocument, { params: { number } })}
          className="inline-flex min-h-11 items-center sm:min-h-0"
          download
        >
          {`${labels[kind]} ${number}`}
        </TextLink>
      ))}
    </span>
  )
}
