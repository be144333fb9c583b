import { Receipt, SearchX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export function NoSales() {
  return (
    <EmptyState
      icon={<Receipt aria-hidden />}
      title="No sales yet"
      description="Share a tip link, and your sales will show up here as soon as they’re paid."
      action={<LinkButton href="/">Go to dashboard</LinkButton>}
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
          ? 'No sales match your search and filters.'
          : 'Search by the start of an email address, part of an item’s title, or a full order number.'
      }
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  )
}
