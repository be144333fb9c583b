import type { Column } from '../../ui/data-table.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type PurchaseReference = { purchaseId: number; title: string; email: string | null }

/** What a row is about: the item, which leads to the purchase's record, and who bought it. */
export const purchaseColumn: Column<PurchaseReference> = {
  name: 'Purchase',
  cell: ({ purchaseId, title, email }) => (
    <>
      <TextLink href={`/admin/purchases/${purchaseId}`} className="inline-block py-1 font-semibold">
        {title}
      </TextLink>
      <p className="text-ink-faint text-sm">
        Order {purchaseId} · {email || 'no address'}
      </p>
    </>
  ),
  isRowHeader: true,
}
