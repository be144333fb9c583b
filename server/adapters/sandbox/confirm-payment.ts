import type { z } from 'zod'
import type {
  authenticateSandboxPayment,
  ConfirmationResult,
  confirmSandboxPayment,
} from '../../../contract/sandbox.ts'
import { Email } from '../../../contract/schemas.ts'
import { AppError } from '../../../domain/errors.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import type { Tx } from '../../db/database.ts'
import { PaymentNotFoundError } from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import { matchesClientSecret, type Payment, paymentIdOf, updatePayment } from './payment-store.ts'
import type { EventType } from './schema.ts'
import {
  authenticationFailures,
  type CardOutcome,
  type Failure,
  outcomeOf,
  simulatedDelaysMs,
} from './test-cards.ts'
import { lockPayment } from './transitions.ts'

type Confirmation = z.output<typeof confirmSandboxPayment.body>
type Authentication = z.output<typeof authenticateSandboxPayment.body>

const eventTypeByState: Record<CardOutcome['state'], EventType> = {
  paid: 'payment.succeeded',
  processing: 'payment.processing',
  action_required: 'payment.action_required',
  open: 'payment.failed',
}

/** Confirms a payment with a card. A paid payment is not charged again; the buyer is redirected to the return page. */
export async function confirmPayment(
  context: SandboxContext,
  request: Confirmation,
): Promise<ConfirmationResult> {
  const returnUrl = assertSameSitePath(request.returnUrl)
  const receiptEmail = parseReceiptEmail(request.receiptEmail)
  const outcome = outcomeOf(request.card)
  const type = eventTypeByState[outcome.state]
  return context.db.transaction(async (tx) => {
    const payment = await lockByClientSecret(context, tx, request.clientSecret)
    if (!isConfirmable(payment)) return toReturnResult(payment, returnUrl)
    const changes = cardChanges(context, payment, { ...request, returnUrl, receiptEmail })
    await updatePayment(context, tx, payment, type, changes)
    return toResult(payment, outcome, returnUrl)
  })
}

function cardChanges(
  context: SandboxContext,
  payment: Payment,
  {
    card,
    returnUrl,
    receiptEmail = payment.receiptEmail,
  }: Pick<Confirmation, 'card'> & { returnUrl: string; receiptEmail: string | null | undefined },
) {
  const outcome = outcomeOf(card)
  return {
    state: outcome.state,
    testCard: card,
    returnUrl,
    receiptEmail,
    ...failureColumns(outcome.state === 'open' ? outcome.failure : undefined),
    succeedsAt: outcome.state === 'processing' ? dateAfter(context, outcome.settlesAfterMs) : null,
    disputeOpensAt: card === 'disputed' ? dateAfter(context, simulatedDelaysMs.dispute) : null,
  }
}

/** Completes or fails 3-D Secure; either way the buyer returns to the form's return page. */
export async function authenticate(
  context: SandboxContext,
  { clientSecret, outcome }: Authentication,
): Promise<ConfirmationResult> {
  return context.db.transaction(async (tx) => {
    const payment = await lockByClientSecret(context, tx, clientSecret)
    const returnUrl = payment.returnUrl ?? '/'
    if (payment.state !== 'action_required') return toReturnResult(payment, returnUrl)

    if (outcome === 'complete') {
      const paid = { state: 'paid' as const, ...failureColumns(undefined) }
      return toReturnResult(await updatePayment(context, tx, payment, 'payment.succeeded', paid), returnUrl)
    }
    const failed = { state: 'open' as const, ...failureColumns(authenticationFailures[outcome]) }
    return toReturnResult(await updatePayment(context, tx, payment, 'payment.failed', failed), returnUrl)
  })
}

function toResult(payment: Payment, outcome: CardOutcome, returnUrl: string): ConfirmationResult {
  if (outcome.state === 'open') return { status: 'failed', ...outcome.failure }
  if (outcome.state !== 'action_required')
    return toReturnResult({ ...payment, state: outcome.state }, returnUrl)
  const secret = encodeURIComponent(payment.clientSecret)
  return { status: 'redirect', url: `/sandbox/authenticate?client_secret=${secret}` }
}

/** The redirect to the return page with the payment's status; a failure for a canceled payment. */
function toReturnResult(
  { id, clientSecret, state }: Pick<Payment, 'id' | 'clientSecret' | 'state'>,
  returnUrl: string,
): ConfirmationResult {
  if (state === 'canceled')
    return {
      status: 'failed',
      code: 'payment_canceled',
      message: 'This checkout has expired and you weren’t charged. Go back to the item and start again.',
    }
  const status = state === 'paid' || state === 'processing' ? 'succeeded' : 'failed'
  return { status: 'redirect', url: appendReturnParams(returnUrl, { id, clientSecret, status }) }
}

/** An unknown secret and another payment's secret are the same 404. */
async function lockByClientSecret(context: SandboxContext, tx: Tx, clientSecret: string): Promise<Payment> {
  try {
    const payment = await lockPayment(context, tx, paymentIdOf(clientSecret))
    if (matchesClientSecret(payment, clientSecret)) return payment
  } catch (error) {
    if (!(error instanceof PaymentNotFoundError)) throw error
  }
  throw new AppError('not_found', 'We couldn’t find that payment.')
}

function isConfirmable({ state }: Payment): boolean {
  return state === 'open' || state === 'action_required'
}

function failureColumns(failure: Failure | undefined) {
  return { failureCode: failure?.code ?? null, failureMessage: failure?.message ?? null }
}

function dateAfter({ clock }: SandboxContext, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

function parseReceiptEmail(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const email = Email.safeParse(text)
  if (email.success) return email.data
  const sentence = email.error.issues[0]?.message ?? 'Not a valid email address'
  throw new AppError('invalid_input', sentence, { receiptEmail: sentence })
}

const placeholderOrigin = 'http://ours.invalid'

/** The unchanged path, if it is on this site. Throws AppError otherwise. */
export function assertSameSitePath(text: string): string {
  if (safeReturnPath(text) === text && !/\s/.test(text)) return text
  const sentence = 'The return page must be on this site.'
  throw new AppError('invalid_input', sentence, { returnUrl: sentence })
}

type Return = { id: string; clientSecret: string; status: 'succeeded' | 'failed' }

/** The return URL. `status` is the result of the card step; only the provider knows whether it is paid. */
export function appendReturnParams(path: string, { id, clientSecret, status }: Return): string {
  const url = new URL(path, placeholderOrigin)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  url.searchParams.set('redirect_status', status)
  return `${url.pathname}${url.search}${url.hash}`
}
