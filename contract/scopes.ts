/**
 * What an API key may do, in the order of the form that makes one. A call of the contract that has a scope can be made
 * with a key that has it; every other call needs a sign-in.
 */
export const apiScopes = [
  'items:read',
  'items:write',
  'sales:read',
  'sales:write',
  'stats:read',
  'discounts:read',
  'discounts:write',
  'licenses:read',
  'licenses:write',
  'payouts:read',
  'webhooks:read',
  'webhooks:write',
] as const

export type ApiScope = (typeof apiScopes)[number]

/** What each scope allows, as the forms and the emails say it. */
export const scopeLabels: Record<ApiScope, string> = {
  'items:read': 'Read items',
  'items:write': 'Create, change and delete items',
  'sales:read': 'Read sales and refund requests',
  'sales:write': 'Write to buyers, send and revoke access',
  'stats:read': 'Read views, sales figures and your balance',
  'discounts:read': 'Read discount codes',
  'discounts:write': 'Create, change and delete discount codes',
  'licenses:read': 'Read license keys',
  'licenses:write': 'Set up, replace and revoke license keys',
  'payouts:read': 'Read payouts and documents',
  'webhooks:read': 'Read webhooks and what was sent to them',
  'webhooks:write': 'Create, change and delete webhooks, which are told of sales',
}

/** The scopes that change nothing. */
export const readScopes: ReadonlyArray<ApiScope> = apiScopes.filter((scope) => scope.endsWith(':read'))
