import { Download } from 'lucide-react'
import { useState } from 'react'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import { Button } from '../../ui/button.tsx'
import type { PayItem } from './pay-card.island.tsx'
import { isPurchaseMissing, showDownloadError, waitForPurchase } from './purchase-delivery.ts'
import type { PaymentReturn } from './use-payment-return.ts'

type PaidItemProps = {
  item: PayItem
  paid: PaymentReturn & { outcome: 'paid' | 'processing' }
  /** Called when the payment has no purchase. */
  onMissing: () => void
}

/** The card right after a payment that returned to the tip page. */
export function PaidItem({ item, paid, onMissing }: PaidItemProps) {
  const [status, setStatus] = useState(
    paid.outcome === 'processing' ? 'Processing your purchase...' : 'It’s yours.',
  )
  const [busyAction, setBusyAction] = useState<'download' | 'open'>()

  async function openPurchase(action: 'download' | 'open', urlOf: (access: PurchaseAccess) => string) {
    if (busyAction) return
    setBusyAction(action)
    try {
      location.assign(urlOf(await waitForPurchase({ contentId: item.id, ...paid, onWait: setStatus })))
    } catch (error) {
      if (isPurchaseMissing(error)) onMissing()
      showDownloadError(error)
    }
    setBusyAction(undefined)
  }

  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold">
        {status}
      </p>
      <Button
        size="lg"
        fullWidth
        isLoading={busyAction === 'download'}
        onClick={() => void openPurchase('download', downloadUrl)}
      >
        {busyAction !== 'download' && <Download aria-hidden />}
        Download Your Content
      </Button>
      {item.kind === 'file' && (
        <Button
          size="lg"
          fullWidth
          variant="secondary"
          isLoading={busyAction === 'open'}
          onClick={() => void openPurchase('open', ({ accessUrl }) => accessUrl)}
        >
          Open Your Purchase
        </Button>
      )}
    </div>
  )
}

function downloadUrl({ accessUrl, content }: PurchaseAccess): string {
  return content.kind === 'file' ? `${accessUrl}/file?as=attachment` : accessUrl
}
