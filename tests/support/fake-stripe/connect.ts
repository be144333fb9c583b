import { invalid, requireObject, StripeApiErrorResponse } from './api-error.ts'
import { type Form, integer, nestedForm, requiredText, stringMap, text } from './form-encoding.ts'
import type { Route } from './server.ts'
import type { Account, StripeStore } from './store.ts'
import { insert, newId } from './store.ts'

/** The routes of connected accounts and transfers. */
export function connectRoutes(store: StripeStore): Array<Route> {
  const transfer = (id: string) => requireObject(store.transfers, id, { type: 'transfer' })
  return [
    {
      method: 'POST',
      path: '/v1/accounts',
      params: ['email', 'country', 'controller', 'capabilities', 'tos_acceptance', 'metadata'],
      respond: (_, form) => insert(store.accounts, newAccount(form)),
    },
    { method: 'GET', path: '/v1/accounts/:id', params: [], respond: ([id = '']) => account(store, id) },
    {
      method: 'POST',
      path: '/v1/account_links',
      params: ['account', 'type', 'return_url', 'refresh_url'],
      respond: (_, form) => {
        account(store, requiredText(form, 'account'))
        requiredText(form, 'refresh_url')
        const url = `https://connect.stripe.example/setup/${newId('s')}?to=${requiredText(form, 'return_url')}`
        return { object: 'account_link', url }
      },
    },
    {
      method: 'POST',
      path: '/v1/accounts/:id/login_links',
      params: [],
      respond: ([id = '']) => {
        if (!account(store, id).details_submitted)
          throw invalid('Cannot create a login link for an account that has not completed onboarding.')
        return { object: 'login_link', url: `https://connect.stripe.example/express/${id}` }
      },
    },
    {
      method: 'POST',
      path: '/v1/transfers',
      params: ['amount', 'currency', 'destination', 'transfer_group', 'metadata'],
      respond: (_, form) => makeTransfer(store, form),
    },
    { method: 'GET', path: '/v1/transfers/:id', params: [], respond: ([id = '']) => transfer(id) },
    { method: 'GET', path: '/v1/balance', params: [], respond: () => store.balance },
    {
      method: 'GET',
      path: '/v1/payouts/:id',
      params: [],
      respond: ([id = '']) => requireObject(store.payouts, id, { type: 'payout' }),
    },
    {
      method: 'POST',
      path: '/v1/transfers/:id/reversals',
      params: ['amount'],
      respond: ([id = ''], form) => {
        const reversed = transfer(id)
        const remaining = reversed.amount - reversed.amount_reversed
        const amount = text(form, 'amount') ? integer(form, 'amount') : remaining
        if (remaining === 0 || amount > remaining) throw invalid('Transfer is already fully reversed.')
        reversed.amount_reversed += amount
        reversed.reversed = reversed.amount_reversed === reversed.amount
        return { object: 'transfer_reversal', id: newId('trr'), amount, transfer: id }
      },
    },
  ]
}

function newAccount(form: Form): Account {
  const country = text(form, 'country') ?? 'US'
  return {
    id: newId('acct'),
    object: 'account',
    email: text(form, 'email') ?? null,
    country,
    default_currency: country === 'US' ? 'usd' : 'eur',
    tos_acceptance: nestedForm(form, 'tos_acceptance'),
    controller: nestedForm(form, 'controller'),
    capabilities: nestedForm(form, 'capabilities'),
    details_submitted: false,
    payouts_enabled: false,
    metadata: stringMap(form, 'metadata'),
    requirements: { currently_due: ['individual.first_name', 'external_account'], disabled_reason: null },
    connected: true,
  }
}

function account(store: StripeStore, id: string): Account {
  const known = store.accounts.get(id)
  if (known?.connected) return known
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`
  throw new StripeApiErrorResponse(403, { type: 'invalid_request_error', code: 'account_invalid', message })
}

function makeTransfer(store: StripeStore, form: Form) {
  const destination = account(store, requiredText(form, 'destination'))
  if (!destination.payouts_enabled)
    throw invalid('Your destination account needs to have the transfers capability enabled.', {
      code: 'insufficient_capabilities_for_transfer',
    })
  const amount = integer(form, 'amount')
  const available = store.balance.available.find(
    ({ currency }) => currency === requiredText(form, 'currency'),
  )
  if (!available || available.amount < amount)
    throw invalid('You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    })
  available.amount -= amount
  return insert(store.transfers, {
    id: newId('tr'),
    object: 'transfer',
    amount,
    amount_reversed: 0,
    currency: requiredText(form, 'currency'),
    destination: destination.id,
    transfer_group: text(form, 'transfer_group') ?? null,
    metadata: stringMap(form, 'metadata'),
    reversed: false,
    livemode: false,
  })
}
