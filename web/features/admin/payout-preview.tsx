import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { previewPayouts } from '../../../contract/payout-runs.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { AdminQueryState } from './admin-query-state.tsx'
import type { YearMonth } from './month-picker.tsx'
import { TransferFundsNote } from './payout-funds.tsx'
import { PersonList, PersonRow, SkippedCreatorList } from './skipped-creator-list.tsx'

type PayoutPreviewProps = { period: YearMonth; isBusy: boolean; onConfirm: () => void }
type Preview = ResponseOf<typeof previewPayouts>

/** A preview of who is paid, and who is skipped and why. */
export function PayoutPreview({ period, isBusy, onConfirm }: PayoutPreviewProps) {
  const read = useApiQuery(previewPayouts, { query: period })
  return (
    <AdminQueryState query={read} subject="The preview">
      {(preview) => (
        <div className="grid gap-4">
          {preview.disabledReason && (
            <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">{preview.disabledReason}</p>
          )}
          <TransferFundsNote transferTotal={preview.transferTotal} currency={preview.currency} />
          <Button
            fullWidth
            isLoading={isBusy}
            disabled={preview.payableCount === 0 || preview.disabledReason !== null}
            onClick={onConfirm}
          >
            {preview.payableCount === 0
              ? 'No one to pay'
              : `Pay ${formatMoney(preview.total, preview.currency)} to ${pluralize(preview.payableCount, 'creator')}`}
          </Button>
          <PayeeList preview={preview} />
          <Skipped preview={preview} />
        </div>
      )}
    </AdminQueryState>
  )
}

function PayeeList({ preview: { payable, payableCount, manualCount, currency } }: { preview: Preview }) {
  if (payableCount === 0) return <p className="text-ink-soft">No one is due a payout for this month.</p>
  return (
    <section aria-label="To be paid" className="grid gap-2">
      <h3 className="font-semibold">{pluralize(payableCount, 'creator')} will be paid</h3>
      {manualCount > 0 && (
        <p className="text-ink-soft">
          {manualCount} of them manually: you send the money, then mark each payout as paid.
        </p>
      )}
      <PersonList>
        {payable.map(({ userId, name, email, amount, payoutMethod, payoutEmail }) => (
          <PersonRow
            key={userId}
            name={name ?? email}
            detail={`${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`}
          >
            <span className="font-semibold">{formatMoney(amount, currency)}</span>
          </PersonRow>
        ))}
      </PersonList>
      <RemainingCount visibleCount={payable.length} totalCount={payableCount} />
    </section>
  )
}

function Skipped({ preview: { skipped, skippedCount, currency } }: { preview: Preview }) {
  if (skippedCount === 0) return null
  return (
    <Disclosure
      summary={<span className="font-semibold">{pluralize(skippedCount, 'creator')} will be skipped</span>}
    >
      <SkippedCreatorList skippedCreators={skipped} currency={currency} />
      <RemainingCount visibleCount={skipped.length} totalCount={skippedCount} />
    </Disclosure>
  )
}

function RemainingCount({ visibleCount, totalCount }: { visibleCount: number; totalCount: number }) {
  if (totalCount <= visibleCount) return null
  return <p className="text-ink-faint text-sm">And {formatCount(totalCount - visibleCount)} more.</p>
}
