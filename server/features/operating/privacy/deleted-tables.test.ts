import { sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { deleteAccount } from '../../../../contract/settings.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import * as schema from '../../../db/schema/index.ts'

/** Their rows of a person are deleted with the account. */
const deleted = [
  'api_keys',
  'content_update_opt_outs',
  'copy_requests',
  'email_change_requests',
  'followers',
  'handle_redirects',
  'item_addresses',
  'known_browsers',
  'oauth_accounts',
  'passkeys',
  'payout_method_states',
  'push_devices',
  'sessions',
  'webhook_endpoints',
]

/** Why rows of these stay. Each reason is one that the privacy page can give. */
const kept: Record<string, string> = {
  users: 'without personal data, because the ledger names it',
  content_items: 'buyers keep what they bought; marked as deleted',
  files: 'buyers keep what they bought',
  content_parts: 'buyers keep what they bought',
  content_versions: 'buyers keep what they bought',
  discounts: 'sales name their code; marked as deleted',
  licenses: 'buyers keep what they bought',
  license_pool: 'buyers keep what they bought',
  license_waits: 'removed when the key comes, or after 72 hours',
  checkouts: 'of buyers',
  purchases: 'of buyers, and the books',
  purchase_email_corrections: 'of buyers, masked',
  documents: 'the books',
  refunds: 'the books',
  refund_requests: 'of buyers',
  disputes: 'the books',
  payouts: 'the books',
  payees: 'the books: who was paid; others are deleted',
  self_billing_agreements: 'the books: why the site wrote invoices',
  payout_batches: 'the books; the person is an admin',
  payout_results: 'the books; the person is an admin',
  payout_runs: 'the books',
  payout_run_items: 'the books',
  invoice_reversals: 'the books',
  invoices: 'the books',
  ledger_entries: 'the books',
  ledger_rollups: 'the books',
  monthly_report_lines: 'the books',
  creator_monthly_rollups: 'sums without personal data',
  creator_monthly_sales_rollups: 'sums without personal data',
  creator_daily_rollups: 'sums without personal data',
  content_daily_rollups: 'sums without personal data',
  content_rollups: 'sums without personal data',
  creator_storage: 'sums without personal data',
  counters: 'sums without personal data',
  content_prices: 'prices without personal data',
  subscriptions: 'the books: what was paid for Pro',
  domain_events: 'facts without personal data',
  uploads: 'removed a week after their last byte',
  teaser_parts: 'pieces of previews, removed with them',
  test_purchases: 'removed after 7 days',
  sign_in_codes: 'removed after they expire',
  sign_up_invitations: 'removed after they expire',
  staff_invitations: 'removed after they expire',
  feedback: 'removed 400 days after it is closed',
  content_reports: 'of visitors',
  audit_log: 'what admins did',
  content_reviews: 'what admins did',
  instance_settings: 'what admins did',
  legal_page_versions: 'what admins did',
  follower_update_items: 'names an email, not a person',
}

/** Names of columns with what is about a person, or which person it is about. */
const personalColumns = /^(creator|user|actor)_id$|_by$|email|ip_|(^|_)name$|recipient/
const tables = Object.values(schema).filter((table) => table instanceof PgTable)
const configs = tables.map((table) => ({ table, ...getTableConfig(table) }))

test('every table with a person’s data is deleted with the account, or says why not', () => {
  const personal = configs
    .filter(({ columns }) => columns.some(({ name }) => personalColumns.test(name)))
    .map(({ name }) => name)

  expect([...deleted, ...Object.keys(kept)].toSorted()).toEqual(personal.toSorted())
})

test('a deleted account leaves no row in the tables that are deleted with it', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText()
  const [user] = await w.db.select().from(schema.users)
  const own = { userId: user?.id, creatorId: user?.id, contentId: item.id }
  for (const { table, columns, name } of configs) {
    if (!deleted.includes(name) || name === 'sessions') continue
    const required = columns.filter((column) => column.notNull && !column.hasDefault)
    const values = required.map((column) => [keyOf(table, column.name), sampleOf(column)])
    await w.db.insert(table).values({ ...Object.fromEntries(values), ...pick(own, table) })
  }
  const countRows = async () => {
    const counts = await Promise.all(
      deleted.map(async (name) => {
        const { rows } = await w.db.execute(sql`select 1 from ${sql.identifier(name)}`)
        return [name, rows.length] as const
      }),
    )
    return Object.fromEntries(counts)
  }
  const before = await countRows()

  const { status } = await mara.call(deleteAccount, { body: { email: 'mara@example.com' } })

  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
  expect(status).toBe(200)
  expect(await countRows()).toEqual(Object.fromEntries(deleted.map((name) => [name, 0])))
})

type Column = { name: string; dataType: string; enumValues?: ReadonlyArray<string> | undefined }

function sampleOf({ name, dataType, enumValues }: Column): unknown {
  if (dataType.includes('date')) return new Date('2026-03-02T00:00:00Z')
  if (dataType.startsWith('number')) return 1
  if (dataType.startsWith('boolean')) return false
  if (dataType.startsWith('array')) return [`a ${name}`]
  return enumValues?.[0] ?? `a ${name}`
}

function keyOf(table: PgTable, column: string): string {
  const entries = Object.entries(table).filter(([, value]) => Object(value).name === column)
  return entries[0]?.[0] ?? column
}

function pick(values: Record<string, unknown>, table: PgTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in table))
}
