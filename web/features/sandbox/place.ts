export type Place = { view: 'payments' | 'webhooks'; payments?: string; webhooks?: string }

/** Where in the two lists a person is: the address holds it, so a reload shows the same. */
export function placeIn(query: URLSearchParams): Place {
  return {
    view: query.get('view') === 'webhooks' ? 'webhooks' : 'payments',
    payments: query.get('payments') ?? undefined,
    webhooks: query.get('webhooks') ?? undefined,
  }
}

export function addressOf({ view, payments, webhooks }: Place): string {
  const query = new URLSearchParams({
    ...(view === 'webhooks' && { view }),
    ...(payments && { payments }),
    ...(webhooks && { webhooks }),
  }).toString()
  return query ? `/sandbox?${query}` : '/sandbox'
}
