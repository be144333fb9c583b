import { previewPayouts } from '../../../contract/payout-runs.ts'
import { wayName } from '../../../contract/payout-words.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { counted, formatCount } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'
import type { Period } from './month-picker.tsx'
import { PersonList, PersonRow, SkipList } from './skip-list.tsx'

type PreviewProps = { period: Period; busy: boolean; pay: () => void }
type Preview = ReplyOf<typeof previewPayouts>

/** Who gets what, and who is passed over and why. Nothing has happened yet. */
export function PayoutPreview({ period, busy, pay }: PreviewProps) {
  const read = useRead(previewPayouts, { query: period })
  return (
    <Loaded read={read} what="The preview">
      {(preview) => (
        <div className="grid gap-4">
          {preview.closed && <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">{preview.closed}</p>}
          <Button block busy={busy} disabled={preview.paying === 0 || preview.closed !== null} onClick={pay}>
            {preview.paying === 0
              ? 'Nobody to pay'
              : `Pay ${formatMoney(preview.total, preview.currency)} to ${counted(preview.paying, 'creator')}`}
          </Button>
          <Paid preview={preview} />
          <Skipped preview={preview} />
        </div>
      )}
    </Loaded>
  )
}

function Paid({ preview: { pays, paying, currency } }: { preview: Preview }) {
  if (paying === 0) return <p className="text-ink-soft">Nobody is due a payout for this month.</p>
  return (
    <section aria-label="Paid" className="grid gap-2">
      <h3 className="font-semibold">{counted(paying, 'creator')} will be paid</h3>
      <PersonList>
        {pays.map(({ userId, name, email, amount, payoutMethod, payoutEmail }) => (
          <PersonRow key={userId} name={name ?? email} note={`${wayName(payoutMethod)}, ${payoutEmail}`}>
            <span className="font-semibold">{formatMoney(amount, currency)}</span>
          </PersonRow>
        ))}
      </PersonList>
      <Rest shown={pays.length} all={paying} />
    </section>
  )
}

function Skipped({ preview: { skips, skipping, currency } }: { preview: Preview }) {
  if (skipping === 0) return null
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">
        {counted(skipping, 'creator')} will be skipped
      </summary>
      <SkipList skips={skips} currency={currency} />
      <Rest shown={skips.length} all={skipping} />
    </details>
  )
}

function Rest({ shown, all }: { shown: number; all: number }) {
  if (all <= shown) return null
  return <p className="text-ink-faint text-sm">And {formatCount(all - shown)} more.</p>
}
