import type Stripe from 'stripe'
import { StripeApiErrorResponse } from './api-error.ts'
import { page } from './expand.ts'
import { type Form, nestedForm, requiredText, stringMap } from './form-encoding.ts'
import type { Route } from './server.ts'
import { insert, newId, type Recipient, type StripeStore } from './store.ts'

/** The routes of Accounts v2, and what `npm run doctor` reads. */
export function accountsV2Routes(store: StripeStore): Array<Route> {
  return [
    {
      method: 'POST',
      path: '/v2/core/accounts',
      params: ['contact_email', 'dashboard', 'identity', 'configuration', 'defaults', 'metadata'],
      respond: (_, form) => insert(store.recipients, newRecipient(form)),
    },
    {
      method: 'GET',
      path: '/v2/core/accounts',
      params: ['limit'],
      respond: () => ({ data: [...store.recipients.values()].slice(0, 1), next_page_url: null }),
    },
    {
      method: 'GET',
      path: '/v2/core/accounts/:id',
      params: ['include'],
      respond: ([id = '']) => recipient(store, id),
    },
    {
      method: 'POST',
      path: '/v2/core/account_links',
      params: ['account', 'use_case'],
      respond: (_, form) => {
        const { id } = recipient(store, requiredText(form, 'account'))
        const onboarding = nestedForm(nestedForm(form, 'use_case'), 'account_onboarding')
        requiredText(onboarding, 'refresh_url')
        return {
          object: 'v2.core.account_link',
          url: `https://accounts.stripe.example/${id}?to=${requiredText(onboarding, 'return_url')}`,
        }
      },
    },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      params: ['limit'],
      respond: () => page([...store.webhookEndpoints.values()], 100),
    },
    {
      method: 'GET',
      path: '/v1/accounts',
      params: ['limit'],
      respond: () => page([...store.accounts.values()], 1),
    },
    {
      method: 'GET',
      path: '/v1/billing_portal/configurations',
      params: ['is_default', 'active', 'limit'],
      respond: () =>
        page([{ features: { payment_method_update: { enabled: store.portal.changesCards } } }], 1),
    },
  ]
}

function recipient(store: StripeStore, id: string): Recipient {
  const found = store.recipients.get(id)
  if (found) return found
  const isEarlier = store.accounts.has(id)
  throw new StripeApiErrorResponse(isEarlier ? 400 : 404, {
    type: 'invalid_request_error',
    code: isEarlier ? 'v1_account_instead_of_v2_account' : 'not_found',
    message: isEarlier ? 'This account was created by the v1 API.' : 'No such account',
  })
}

function newRecipient(form: Form): Recipient {
  const country = requiredText(nestedForm(form, 'identity'), 'country')
  const asked = nestedForm(nestedForm(form, 'configuration'), 'recipient')
  if (Object.keys(asked).length === 0)
    throw new StripeApiErrorResponse(400, {
      type: 'invalid_request_error',
      message: 'A configuration is required.',
    })
  return {
    id: newId('acct'),
    object: 'v2.core.account',
    contact_email: requiredText(form, 'contact_email'),
    dashboard: requiredText(form, 'dashboard'),
    livemode: false,
    metadata: stringMap(form, 'metadata'),
    identity: { country },
    defaults: {
      currency: country === 'US' ? 'usd' : 'eur',
      responsibilities: {
        ...(nestedForm(nestedForm(form, 'defaults'), 'responsibilities') as object),
        requirements_collector: 'stripe',
      },
    },
    configuration: {
      recipient: { applied: true, capabilities: { stripe_balance: balanceOf('restricted') } },
    },
    requirements: { entries: [due('identity.individual.given_name'), due('external_account')] },
  }
}

type Entry = Stripe.V2.Core.Account.Requirements.Entry

/** What the account's owner has to provide now. */
export function due(description: string): Entry {
  return {
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {},
    minimum_deadline: { status: 'currently_due' },
    requested_reasons: [],
  }
}

type Status = 'active' | 'pending' | 'rejected' | 'restricted' | 'unsupported'
type Code = 'requirements_past_due' | 'rejected_fraud' | 'requirements_pending_verification'

/** The capabilities of a recipient, all in one state. */
export function balanceOf(status: Status, code: Code = 'requirements_past_due') {
  const details = status === 'active' ? [] : [{ code, resolution: 'provide_info' as const }]
  return {
    stripe_transfers: { status, status_details: details },
    payouts: { status, status_details: details },
  }
}
