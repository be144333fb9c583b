import { Receipt, SearchX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export function NoSales() {
  return (
    <EmptyState
      icon={<Receipt aria-hidden />}
      title="No sales yet"
      description="Share a tip link. The moment somebody pays, the sale appears here by itself."
      action={<LinkButton href="/">Go to your content</LinkButton>}
    />
  )
}

export function NoMatchingSales({ hasFilters, onClear }: { hasFilters: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No matching sales"
      description={
        hasFilters
          ? 'No sale fits this search with these filters.'
          : 'An e-mail is found by how it begins, an item by a part of its title, an order by its whole number.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
