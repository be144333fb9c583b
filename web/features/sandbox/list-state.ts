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
