export type SandboxListState = { view: 'payments' | 'webhooks'; payments?: string; webhooks?: string }

/** The selected list and the cursors of both lists, read from the URL. */
export function parseListState(query: URLSearchParams): SandboxListState {
  return {
    view: query.get('view') === 'webhooks' ? 'webhooks' : 'payments',
    payments: query.get('payments') ?? undefined,
    webhooks: query.get('webhooks') ?? undefined,
  }
}

export function listUrl({ view, payments, webhooks }: SandboxListState): string {
  const query = new URLSearchParams({
    ...(view === 'webhooks' && { view }),
    ...(payments && { payments }),
    ...(webhooks && { webhooks }),
  }).toString()
  return query ? `/sandbox?${query}` : '/sandbox'
}
