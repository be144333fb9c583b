import type { z } from 'zod'
import type {
  authenticateSandboxPayment,
  ConfirmationResult,
  confirmSandboxPayment,
} from '../../../contract/sandbox.ts'
import { Email } from '../../../contract/schemas.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { PaymentNotFoundError } from '../../ports/payment-provider.ts'
import type { SandboxContext } from './context.ts'
import type { EventType } from './events.ts'
import { matchesClientSecret, type Payment, paymentIdOf, updatePayment } from './payment-store.ts'
import { appendReturnParams, assertSameSitePath } from './return-url.ts'
import { lockPayment } from './scheduled-transitions.ts'
import {
  authenticationFailures,
  type CardOutcome,
  type Failure,
  outcomeOf,
  simulatedDelaysMs,
} from './test-cards.ts'

type Confirmation = z.output<typeof confirmSandboxPayment.body>
type Authentication = z.output<typeof authenticateSandboxPayment.body>

const eventTypeByState: Record<CardOutcome['state'], EventType> = {
  paid: 'payment.succeeded',
  processing: 'payment.processing',
  action_required: 'payment.action_required',
  open: 'payment.failed',
}

/** The buyer presents a card. A payment that is already paid is not paid again: the buyer goes on to the return page. */
export async function confirmPayment(
  desk: SandboxContext,
  request: Confirmation,
): Promise<ConfirmationResult> {
  const returnUrl = assertSameSitePath(request.returnUrl)
  const receiptEmail = parseReceiptEmail(request.receiptEmail)
  return desk.db.transaction(async (tx) => {
    const payment = await lockByClientSecret(desk, tx, request.clientSecret)
    if (!isConfirmable(payment)) return redirectToReturnUrl(payment, returnUrl)

    const outcome = outcomeOf(request.card)
    await updatePayment(desk, tx, payment, eventTypeByState[outcome.state], {
      state: outcome.state,
      card: request.card,
      returnUrl,
      ...(receiptEmail && { receiptEmail }),
      ...failureColumns(outcome.state === 'open' ? outcome.failure : undefined),
      settlesAt: outcome.state === 'processing' ? dateAfter(desk, outcome.settlesAfterMs) : null,
      disputesAt:
        request.card === 'disputed' && !payment.subscriptionId
          ? dateAfter(desk, simulatedDelaysMs.dispute)
          : null,
    })
    return toResult(payment, outcome, returnUrl)
  })
}

/** The buyer's bank asks whether it is them; whatever comes of it, they return to the page the form named. */
export async function authenticate(
  desk: SandboxContext,
  { clientSecret, outcome }: Authentication,
): Promise<ConfirmationResult> {
  return desk.db.transaction(async (tx) => {
    const payment = await lockByClientSecret(desk, tx, clientSecret)
    const returnUrl = payment.returnUrl ?? '/'
    if (payment.state !== 'action_required') return redirectToReturnUrl(payment, returnUrl)

    if (outcome === 'complete') {
      const paid = { state: 'paid' as const, ...failureColumns(undefined) }
      return redirectToReturnUrl(await updatePayment(desk, tx, payment, 'payment.succeeded', paid), returnUrl)
    }
    const failed = { state: 'open' as const, ...failureColumns(authenticationFailures[outcome]) }
    return redirectToReturnUrl(await updatePayment(desk, tx, payment, 'payment.failed', failed), returnUrl)
  })
}

function toResult(payment: Payment, outcome: CardOutcome, returnUrl: string): ConfirmationResult {
  if (outcome.state === 'open') return { status: 'failed', ...outcome.failure }
  if (outcome.state !== 'action_required')
    return redirectToReturnUrl({ ...payment, state: outcome.state }, returnUrl)
  const secret = encodeURIComponent(payment.clientSecret)
  return { status: 'redirect', url: `/sandbox/authenticate?client_secret=${secret}` }
}

/** Nothing more to do here: on to the return page. */
function redirectToReturnUrl({ id, clientSecret, state }: Payment, returnUrl: string): ConfirmationResult {
  if (state === 'canceled')
    return {
      status: 'failed',
      code: 'payment_canceled',
      message: 'This checkout has expired. Go back to the item and start again; nothing was charged.',
    }
  const status = state === 'paid' || state === 'processing' ? 'succeeded' : 'failed'
  return { status: 'redirect', url: appendReturnParams(returnUrl, { id, clientSecret, status }) }
}

/** Somebody else's secret and an unknown one are the same 404. */
async function lockByClientSecret(desk: SandboxContext, tx: Tx, clientSecret: string): Promise<Payment> {
  try {
    const payment = await lockPayment(desk, tx, paymentIdOf(clientSecret))
    if (matchesClientSecret(payment, clientSecret)) return payment
  } catch (error) {
    if (!(error instanceof PaymentNotFoundError)) throw error
  }
  throw new AppError('not_found', 'There is no such payment.')
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
  const sentence = email.error.issues[0]?.message ?? 'Not an e-mail address'
  throw new AppError('invalid_input', sentence, { receiptEmail: sentence })
}
