import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { payeeKinds, vatStates } from '../../../contract/payee-forms.ts'
import { country, countryCheck, enumChecks, timeOrderedId, timestamptz } from './columns.ts'
import { users } from './people.ts'

/**
 * Who is paid: what creators said at a time. A change adds a row; a payout names the row that it was made with. Rows that no
 * payout names go when they are replaced, the others with the books (docs/operate/retention.md).
 */
export const payees = pgTable(
  'payees',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: payeeKinds }).notNull(),
    country: country('country').notNull(),
    /** Name, address and numbers as JSON, encrypted like payout details. */
    details: text('details').notNull(),
    /** What the register says about the VAT ID; `pending` until it answers. */
    vatState: text('vat_state', { enum: vatStates }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Null for the row that is valid now. */
    replacedAt: timestamptz('replaced_at'),
  },
  (table) => [
    uniqueIndex('payees_current_key').on(table.creatorId).where(sql`${table.replacedAt} is null`),
    index('payees_creator_id_idx').on(table.creatorId),
    index('payees_vat_pending_idx').on(table.id).where(sql`${table.vatState} = 'pending'`),
    countryCheck('payees', table.country),
    ...enumChecks('payees', table),
  ],
)

/** That a creator lets the site write their invoices: the words that were agreed to, and when. */
export const selfBillingAgreements = pgTable(
  'self_billing_agreements',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    words: text('words').notNull(),
    agreedAt: timestamptz('agreed_at').notNull(),
    /** Null while it is valid. */
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('self_billing_agreements_current_key')
      .on(table.creatorId)
      .where(sql`${table.endedAt} is null`),
    index('self_billing_agreements_creator_id_idx').on(table.creatorId),
  ],
)
