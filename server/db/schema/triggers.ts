/** A trigger function: the tables that run it, and its effect. */
type TriggerFunction = { name: string; tables: Array<string>; effect: string }

/**
 * The rules that the database applies itself. Drizzle does not describe triggers, so they are written in
 * 0001_triggers.sql; this list makes them visible beside the tables. tests/schema-triggers.test.ts compares it with PostgreSQL.
 */
export const triggerFunctions: Array<TriggerFunction> = [
  {
    name: 'check_posting_balanced',
    tables: ['ledger_entries'],
    effect: 'Rejects a commit with a posting that does not sum to zero in each currency.',
  },
  {
    name: 'reject_mutation',
    tables: [
      'audit_log',
      'document_contents',
      'document_files',
      'domain_events',
      'ledger_entries',
      'legal_page_versions',
      'monthly_report_lines',
      'monthly_reports',
      'posting_hashes',
      'documents',
    ],
    effect: 'Rejects update, delete and truncate: the tables are append-only.',
  },
  {
    name: 'wait_for_replica',
    tables: ['checkouts', 'ledger_entries', 'payout_batches', 'payouts', 'purchases', 'refunds'],
    effect: 'Lets the commit wait for the copy on another disk, where REPLICATE_WAIT is true.',
  },
  {
    name: 'enqueue_posting_for_hash',
    tables: ['ledger_entries'],
    effect: 'Inserts new postings into unsealed_postings, and rejects entries of a posting that is sealed.',
  },
  {
    name: 'update_creator_monthly_rollups',
    tables: ['ledger_entries'],
    effect: 'Adds new postings to creator_monthly_rollups.',
  },
  {
    name: 'update_creator_monthly_sales_rollups',
    tables: ['purchases'],
    effect:
      'Adds the change of a sale’s net amount to its month in creator_monthly_sales_rollups, at commit.',
  },
  {
    name: 'flag_duplicate_purchase',
    tables: ['purchases'],
    effect:
      'Inserts into duplicate_purchases when the same email buys an item at a fixed price twice within an hour, at commit.',
  },
  {
    name: 'notify_content_change',
    tables: ['content_items'],
    effect: 'Notifies every process, which evicts its rendered pages of the item.',
  },
  {
    name: 'notify_creator_change',
    tables: ['content_items'],
    effect: 'Notifies every process, which evicts its rendered page of the item’s creator.',
  },
  {
    name: 'notify_profile_change',
    tables: ['users'],
    effect:
      'Notifies every process, which evicts its rendered page of the creator, also of the former handle.',
  },
  {
    name: 'update_stored_bytes',
    tables: ['files'],
    effect: 'Adds to the stored bytes of creator_storage.',
  },
  {
    name: 'update_item_count',
    tables: ['content_items'],
    effect: 'Adds to the item count of creator_storage.',
  },
  {
    name: 'insert_content_rollups',
    tables: ['content_items'],
    effect: 'Inserts the totals of new items into content_rollups.',
  },
  {
    name: 'update_listed_at',
    tables: ['content_items'],
    effect: 'Removes deleted items from the lists in the order of content_rollups.',
  },
  {
    name: 'update_open_bytes',
    tables: ['uploads'],
    effect: 'Adds to the open bytes of creator_storage.',
  },
  {
    name: 'fill_tax_rate_of_purchase',
    tables: ['purchases'],
    effect:
      'Keeps the rate of the version before, in basis points, equal to the rate. Goes with the next release.',
  },
  {
    name: 'fill_tax_rate',
    tables: ['tax_rates'],
    effect: 'The same for the table of rates.',
  },
  {
    name: 'insert_receipt',
    tables: ['receipts'],
    effect: 'Lets the version before issue receipts: they become documents. Goes with the next release.',
  },
]
