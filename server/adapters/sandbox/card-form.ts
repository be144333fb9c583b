import type { z } from 'zod'
import type {
  authenticateSandboxPayment,
  confirmSandboxPayment,
  SandboxOutcome,
} from '../../../contract/sandbox.ts'
import { Email } from '../../../contract/shapes.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { UnknownPayment } from '../../ports/payment-provider.ts'
import { change, holds, idIn, type Payment } from './books.ts'
import { afterwards, authenticationFailures, type CardOutcome, type Failure, present } from './cards.ts'
import { lockPayment } from './clockwork.ts'
import type { Desk } from './desk.ts'
import type { EventType } from './events.ts'
import { returnTo, sitePath } from './return-url.ts'

type Confirmation = z.output<typeof confirmSandboxPayment.body>
type Authentication = z.output<typeof authenticateSandboxPayment.body>

const events: Record<CardOutcome['state'], EventType> = {
  paid: 'payment.succeeded',
  processing: 'payment.processing',
  action_required: 'payment.action_required',
  open: 'payment.failed',
}

/** The buyer presents a card. A payment that is already paid is not paid again: the buyer goes on to the return page. */
export async function confirm(desk: Desk, request: Confirmation): Promise<SandboxOutcome> {
  const returnUrl = sitePath(request.returnUrl)
  const receiptEmail = emailFrom(request.receiptEmail)
  return desk.db.transaction(async (tx) => {
    const payment = await lockHeld(desk, tx, request.clientSecret)
    if (!isOpen(payment)) return over(payment, returnUrl)

    const outcome = present(request.card)
    await change(desk, tx, payment, events[outcome.state], {
      state: outcome.state,
      card: request.card,
      returnUrl,
      ...(receiptEmail && { receiptEmail }),
      ...failureColumns(outcome.state === 'open' ? outcome.failure : undefined),
      settlesAt: outcome.state === 'processing' ? later(desk, outcome.settlesAfterMs) : null,
      disputesAt:
        request.card === 'disputed' && !payment.subscriptionId ? later(desk, afterwards.dispute) : null,
    })
    return answer(payment, outcome, returnUrl)
  })
}

/** The buyer's bank asks whether it is them; whatever comes of it, they return to the page the form named. */
export async function authenticate(
  desk: Desk,
  { clientSecret, outcome }: Authentication,
): Promise<SandboxOutcome> {
  return desk.db.transaction(async (tx) => {
    const payment = await lockHeld(desk, tx, clientSecret)
    const returnUrl = payment.returnUrl ?? '/'
    if (payment.state !== 'action_required') return over(payment, returnUrl)

    if (outcome === 'complete') {
      const paid = { state: 'paid' as const, ...failureColumns(undefined) }
      return over(await change(desk, tx, payment, 'payment.succeeded', paid), returnUrl)
    }
    const failed = { state: 'open' as const, ...failureColumns(authenticationFailures[outcome]) }
    return over(await change(desk, tx, payment, 'payment.failed', failed), returnUrl)
  })
}

function answer(payment: Payment, outcome: CardOutcome, returnUrl: string): SandboxOutcome {
  if (outcome.state === 'open') return { status: 'failed', ...outcome.failure }
  if (outcome.state !== 'action_required') return over({ ...payment, state: outcome.state }, returnUrl)
  const secret = encodeURIComponent(payment.clientSecret)
  return { status: 'redirect', url: `/sandbox/authenticate?client_secret=${secret}` }
}

/** Nothing more to do here: on to the return page. */
function over({ id, clientSecret, state }: Payment, returnUrl: string): SandboxOutcome {
  if (state === 'canceled')
    return {
      status: 'failed',
      code: 'payment_canceled',
      message: 'This checkout has expired. Go back to the item and start again; nothing was charged.',
    }
  const status = state === 'paid' || state === 'processing' ? 'succeeded' : 'failed'
  return { status: 'redirect', url: returnTo(returnUrl, { id, clientSecret, status }) }
}

/** Somebody else's secret and an unknown one are the same 404. */
async function lockHeld(desk: Desk, tx: Tx, clientSecret: string): Promise<Payment> {
  try {
    const payment = await lockPayment(desk, tx, idIn(clientSecret))
    if (holds(payment, clientSecret)) return payment
  } catch (error) {
    if (!(error instanceof UnknownPayment)) throw error
  }
  throw new AppError('not_found', 'There is no such payment.')
}

function isOpen({ state }: Payment): boolean {
  return state === 'open' || state === 'action_required'
}

function failureColumns(failure: Failure | undefined) {
  return { failureCode: failure?.code ?? null, failureMessage: failure?.message ?? null }
}

function later({ clock }: Desk, ms: number): Date {
  return new Date(clock.now().getTime() + ms)
}

function emailFrom(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const email = Email.safeParse(text)
  if (email.success) return email.data
  const sentence = email.error.issues[0]?.message ?? 'Not an e-mail address'
  throw new AppError('invalid_input', sentence, { receiptEmail: sentence })
}
