import type { Column } from '../../../ui/data-table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type PurchaseReference = { purchaseId: number; title: string; email: string | null }

/** The purchase of a row: the item with a link to the record, and the buyer. */
export const purchaseColumn: Column<PurchaseReference> = {
  name: 'Purchase',
  cell: ({ purchaseId, title, email }) => (
    <>
      <TextLink href={`/admin/purchases/${purchaseId}`} className="inline-block py-1 font-semibold">
        {title}
      </TextLink>
      <p className="text-ink-faint text-sm">
        Order {purchaseId} · {email || 'no email'}
      </p>
    </>
  ),
  isRowHeader: true,
}
