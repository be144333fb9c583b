import { Download } from 'lucide-react'
import { useState } from 'react'
import {
  dissolvePayoutBatch,
  downloadPayoutBatch,
  markPayoutBatchPaid,
  PaidBatchInput,
  type PayoutBatch,
} from '../../../../../../contract/payout-batches.ts'
import { useApiMutation, useInvalidateQueries } from '../../../../../api/query.ts'
import { showErrorToast } from '../../../../../shared/session-expired.ts'
import { Button } from '../../../../../ui/button.tsx'
import { downloadBlob } from '../../../../../ui/download-blob.ts'
import { Field } from '../../../../../ui/field.tsx'
import { formatMoney, pluralize } from '../../../../../ui/format.ts'
import { Input } from '../../../../../ui/input.tsx'
import { toast } from '../../../../../ui/toast.ts'
import { ActionDialog, ConfirmButton } from '../../admin-actions.tsx'
import { useCanAct } from '../../admin-layout.tsx'
import { batchMethodText } from './batch-texts.ts'

type BatchProps = { batch: PayoutBatch }

const endings = { paypal: 'csv', wise_email: 'csv', wise_bank: 'csv', csv: 'csv', sepa: 'xml', ach: 'ach' }

type DownloadProps = BatchProps & {
  label: string
  variant?: 'primary' | 'secondary' | 'tertiary'
  size?: 'sm' | 'md'
}

/** Saves the batch's file. The first press fixes it, so that every other saves the same. */
export function DownloadFile({ batch, label, variant = 'secondary', size = 'md' }: DownloadProps) {
  const refresh = useInvalidateQueries()
  const canAct = useCanAct()
  const send = useApiMutation(downloadPayoutBatch, {
    onSuccess: (blob) => {
      downloadBlob(blob, `payouts-${batch.number}-${batch.method}.${endings[batch.format]}`)
      toast({
        title: 'File downloaded',
        description: `Batch ${batch.number} is in your downloads.`,
        tone: 'success',
      })
      void refresh({ path: '/api/admin' })
    },
    onError: (error) => showErrorToast(error, 'No file was made'),
  })
  if (!canAct) return null
  return (
    <Button
      variant={variant}
      size={size}
      isLoading={send.isPending}
      disabled={batch.missing !== null}
      onClick={() => send.mutate({ params: { id: batch.id } })}
    >
      <Download aria-hidden />
      {label}
      <span className="sr-only"> of batch {batch.number}</span>
    </Button>
  )
}

/** Asks for the reference and the day, and tells the creators. */
export function MarkAllPaid({ batch }: BatchProps) {
  const { id, number, processingCount, amount, currency } = batch
  // The day as the person's own calendar has it.
  const [today] = useState(() => new Date().toLocaleDateString('sv-SE'))
  const what =
    processingCount === batch.payoutCount
      ? `${formatMoney(amount, currency)} in ${pluralize(processingCount, 'payout')}`
      : pluralize(processingCount, 'payout')
  return (
    <ActionDialog
      button={{
        label: processingCount === 1 ? 'Mark as paid' : `Mark all ${processingCount} as paid`,
        context: `: batch ${number}`,
      }}
      title={`Mark batch ${number} as paid`}
      description={`${what} by ${batchMethodText(batch)}. Each creator is emailed that the money is on its way.`}
      route={markPayoutBatchPaid}
      schema={PaidBatchInput}
      toInput={(body) => ({ params: { id }, body })}
      successMessage="Marked as paid"
      submitLabel={`Mark ${pluralize(processingCount, 'payout')} as paid`}
    >
      <Field
        label="Reference"
        name="reference"
        hint="The reference the bank or payout service gave this payment. Creators see it."
      >
        <Input />
      </Field>
      <Field label="Paid on" name="paidOn">
        <Input type="date" defaultValue={today} max={today} />
      </Field>
    </ActionDialog>
  )
}

export function DissolveBatch({ batch: { id, number, payoutCount } }: BatchProps) {
  return (
    <ConfirmButton
      route={dissolvePayoutBatch}
      input={{ params: { id } }}
      successMessage={`Batch ${number} is dissolved`}
      label="Dissolve"
      context={` batch ${number}`}
      variant="tertiary"
      tone="danger"
      title={`Dissolve batch ${number}?`}
      description={`${payoutCount === 1 ? 'Its payout goes' : `Its ${payoutCount} payouts go`} back to the list and can go into another batch. Its number isn’t used again.`}
    />
  )
}
