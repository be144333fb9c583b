import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/button.tsx'

type CursorPaginationProps = {
  children: ReactNode
  /** URLs of the newest page, unless this is it, and of the next older one. */
  newest?: string
  older?: string
}

/** A list with links to its newer and older pages. */
export function CursorPagination({ children, newest, older }: CursorPaginationProps) {
  return (
    <>
      {children}
      {(newest || older) && (
        <nav aria-label="Pagination" className="flex flex-wrap justify-center gap-3 border-line border-t p-4">
          {newest && (
            <LinkButton variant="secondary" href={newest}>
              Newest
            </LinkButton>
          )}
          {older && (
            <LinkButton variant="secondary" href={older}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

export type SandboxListState = {
  view: 'payments' | 'payouts' | 'webhooks'
  payments?: string
  webhooks?: string
}

const views = ['payments', 'payouts', 'webhooks'] as const

/** The selected list and the cursors of both lists, read from the URL. */
export function parseListState(query: URLSearchParams): SandboxListState {
  return {
    view: views.find((view) => view === query.get('view')) ?? 'payments',
    payments: query.get('payments') ?? undefined,
    webhooks: query.get('webhooks') ?? undefined,
  }
}

export function listUrl({ view, payments, webhooks }: SandboxListState): string {
  const query = new URLSearchParams({
    ...(view !== 'payments' && { view }),
    ...(payments && { payments }),
    ...(webhooks && { webhooks }),
  }).toString()
  return query ? `/sandbox?${query}` : '/sandbox'
}
