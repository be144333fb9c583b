/** A trigger function: the tables that run it, the migration with its current definition, and its effect. */
type TriggerFunction = { name: string; tables: Array<string>; migration: string; effect: string }

/**
 * The rules that the database applies itself. Drizzle does not describe triggers, so they are written in the
 * migrations; this list makes them visible beside the tables. tests/schema-triggers.test.ts compares it with PostgreSQL.
 */
export const triggerFunctions: Array<TriggerFunction> = [
  {
    name: 'check_posting_balanced',
    tables: ['ledger_entries'],
    migration: '0001_triggers',
    effect: 'Rejects a commit with a posting that does not sum to zero in each currency.',
  },
  {
    name: 'reject_mutation',
    tables: [
      'audit_log',
      'ledger_entries',
      'legal_page_versions',
      'monthly_report_lines',
      'monthly_reports',
      'posting_hashes',
      'receipts',
    ],
    migration: '0001_triggers',
    effect: 'Rejects update, delete and truncate: the tables are append-only.',
  },
  {
    name: 'enqueue_posting_for_hash',
    tables: ['ledger_entries'],
    migration: '0001_triggers',
    effect: 'Inserts new postings into unsealed_postings, and rejects entries of a posting that is sealed.',
  },
  {
    name: 'update_creator_monthly_rollups',
    tables: ['ledger_entries'],
    migration: '0023_previous_release',
    effect: 'Adds new postings to creator_monthly_rollups, and their tax to creator_monthly_tax_rollups.',
  },
  {
    name: 'update_creator_monthly_sales_rollups',
    tables: ['purchases'],
    migration: '0027_cumulative_sales',
    effect:
      'Adds the change of a sale’s net amount to creator_monthly_sales_rollups at commit: to its month, and to the cumulative amounts from then on. Recomputes the creator’s row of creator_cumulative_sales for a month that is in it.',
  },
  {
    name: 'flag_duplicate_purchase',
    tables: ['purchases'],
    migration: '0022_duplicate_purchases',
    effect:
      'Inserts into duplicate_purchases when the same email buys an item at a fixed price twice within an hour.',
  },
  {
    name: 'notify_content_change',
    tables: ['content_items'],
    migration: '0001_triggers',
    effect: 'Notifies every process, which evicts its rendered pages of the item.',
  },
  {
    name: 'notify_creator_change',
    tables: ['content_items'],
    migration: '0006_follower_emails',
    effect: 'Notifies every process, which evicts its rendered page of the item’s creator.',
  },
  {
    name: 'notify_profile_change',
    tables: ['users'],
    migration: '0006_follower_emails',
    effect:
      'Notifies every process, which evicts its rendered page of the creator, also of the former handle.',
  },
  {
    name: 'update_stored_bytes',
    tables: ['files'],
    migration: '0001_triggers',
    effect: 'Adds to the stored bytes of creator_storage.',
  },
  {
    name: 'update_item_count',
    tables: ['content_items'],
    migration: '0001_triggers',
    effect: 'Adds to the item count of creator_storage.',
  },
  {
    name: 'insert_content_rollups',
    tables: ['content_items'],
    migration: '0011_content_list',
    effect: 'Inserts the totals of new items into content_rollups.',
  },
  {
    name: 'update_listed_at',
    tables: ['content_items'],
    migration: '0011_content_list',
    effect: 'Removes deleted items from the lists in the order of content_rollups.',
  },
  {
    name: 'update_open_bytes',
    tables: ['uploads'],
    migration: '0001_triggers',
    effect: 'Adds to the open bytes of creator_storage.',
  },
  // What release 0.3.0 writes while it runs beside this version, or after a way back to it.
  {
    name: 'update_payout_mask',
    tables: ['users'],
    migration: '0023_previous_release',
    effect: 'Masks payout details that 0.3.0 stores in clear.',
  },
  {
    name: 'complete_payout',
    tables: ['payouts'],
    migration: '0023_previous_release',
    effect: 'Adds the mask of a manual payout, and the age of a transfer’s idempotency key.',
  },
  {
    name: 'end_payout_attempt',
    tables: ['payouts'],
    migration: '0023_previous_release',
    effect:
      'Ends the attempt of a payout that 0.3.0 ends, and rejects that it fails a transfer after the first attempt.',
  },
  {
    name: 'reject_reversal_without_tax',
    tables: ['purchases'],
    migration: '0023_previous_release',
    effect: 'Rejects a refund or dispute of a taxed sale by 0.3.0, which knows no tax.',
  },
  {
    name: 'complete_monthly_report',
    tables: ['monthly_reports'],
    migration: '0023_previous_release',
    effect: 'Adds the tax to a month that 0.3.0 closes.',
  },
  {
    name: 'complete_monthly_report_line',
    tables: ['monthly_report_lines'],
    migration: '0023_previous_release',
    effect: 'Adds the tax to a line of a month that 0.3.0 closes, and masks its payout details.',
  },
  {
    name: 'mask_audited_destination',
    tables: ['audit_log'],
    migration: '0023_previous_release',
    effect: 'Masks the destination of a payout that 0.3.0 marks.',
  },
]
