import { placeholder, sql } from 'drizzle-orm'
import { coalescePerPool } from '../../db/coalesce.ts'
import type { Database } from '../../db/database.ts'
import { preparedSql } from '../../db/prepared-query.ts'
import { isSandboxId, type SandboxContext } from './context.ts'
import { newDelivery } from './events.ts'
import { type Payment, paymentIdOf, sha256 } from './payment-store.ts'
import { type EventType, sandboxDeliveries, sandboxPayments } from './schema.ts'

/** The columns that a card changes. */
type CardChanges = Pick<
  Payment,
  | 'state'
  | 'testCard'
  | 'returnUrl'
  | 'receiptEmail'
  | 'failureCode'
  | 'failureMessage'
  | 'succeedsAt'
  | 'disputeOpensAt'
>

/**
 * Applies the first card of an item's payment and inserts its webhook. False when it is not the first card, the payment
 * can't be confirmed, or the secret is wrong. A `receiptEmail` of null keeps the payment's. Concurrent callers share a
 * statement and a commit.
 */
export async function applyFirstCard(
  context: SandboxContext,
  clientSecret: string,
  type: EventType,
  changes: CardChanges,
): Promise<boolean> {
  const id = paymentIdOf(clientSecret)
  if (!isSandboxId('pi', id)) return false
  const event = newDelivery(context, type, id)
  return applyCard(context.db, {
    // Comparing hashes takes the same time for every wrong secret.
    ...{ id, secret_hash: sha256(clientSecret).toString('hex') },
    ...{ state: changes.state, test_card: changes.testCard },
    ...{ return_url: changes.returnUrl, receipt_email: changes.receiptEmail },
    ...{ failure_code: changes.failureCode, failure_message: changes.failureMessage },
    ...{ succeeds_at: changes.succeedsAt, dispute_opens_at: changes.disputeOpensAt },
    ...{ event_id: event.id, event_type: type, now: event.createdAt, next_attempt_at: event.nextAttemptAt },
  })
}

const applyCard = coalescePerPool(async (db: Database, cards: Array<{ id: string }>) => {
  // Of two cards for a payment at the same time, one is the first.
  const first = new Map(cards.toReversed().map((card) => [card.id, card]))
  const { rows } = await applyCards(db, { cards: JSON.stringify([...first.values()]) })
  const applied = new Set(rows.map(({ id }) => id))
  return cards.map((card) => first.get(card.id) === card && applied.has(card.id))
})

const applyCards = preparedSql<{ id: string }>(
  'apply_sandbox_cards',
  sql`with card as materialized (
      select * from json_to_recordset(${placeholder('cards')}::json) as card (id text, secret_hash text, state text,
        test_card text, return_url text, receipt_email text, failure_code text, failure_message text,
        succeeds_at timestamptz, dispute_opens_at timestamptz, event_id text, event_type text, now timestamptz,
        next_attempt_at timestamptz)
    ), updated as (
      update ${sandboxPayments} as payment set state = card.state, test_card = card.test_card,
        return_url = card.return_url, receipt_email = coalesce(card.receipt_email, payment.receipt_email),
        failure_code = card.failure_code, failure_message = card.failure_message,
        succeeds_at = card.succeeds_at, dispute_opens_at = card.dispute_opens_at, updated_at = card.now
      from card where payment.id = card.id and payment.state = 'open' and payment.test_card is null
        and payment.subscription_id is null
        and encode(sha256(convert_to(payment.client_secret, 'UTF8')), 'hex') = card.secret_hash
      returning payment.id
    ), announced as (
      insert into ${sandboxDeliveries} (id, type, object_id, created_at, next_attempt_at)
      select event_id, event_type, id, now, next_attempt_at from updated join card using (id)
    )
    select id from updated`,
)
