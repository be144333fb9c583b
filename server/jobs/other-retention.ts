/** Data that retention.ts does not delete: another part of the program does, or nothing. */
export type OtherRetention = { stores: Array<string>; what: string; kept: string }

export const otherRetention: ReadonlyArray<OtherRetention> = [
  {
    stores: ['checkouts'],
    what: 'checkouts that are paid, that differ from their payment, or whose payment may still arrive',
    kept: 'always',
  },
  {
    stores: ['purchases', 'access_grants', 'access_links', 'duplicate_purchases'],
    what: 'sales and the access they grant',
    kept: 'always',
  },
  {
    stores: ['refunds', 'refund_requests', 'disputes'],
    what: 'refunds and disputes',
    kept: 'always',
  },
  {
    stores: ['posting_kinds', 'ledger_entries', 'posting_hashes', 'unsealed_postings'],
    what: 'the ledger; triggers reject changes',
    kept: 'always',
  },
  {
    stores: ['payouts', 'payout_runs', 'payout_run_items', 'monthly_reports', 'monthly_report_lines'],
    what: 'payouts and reports',
    kept: 'always',
  },
  {
    stores: ['subscriptions', 'invoices'],
    what: 'Pro subscriptions and what was paid for them',
    kept: 'always',
  },
  {
    stores: ['audit_log'],
    what: 'admin actions; triggers reject changes',
    kept: 'always',
  },
  {
    stores: [
      'ledger_rollups',
      'creator_monthly_rollups',
      'creator_monthly_sales_rollups',
      'content_rollups',
      'content_daily_rollups',
      'creator_daily_rollups',
      'creator_storage',
    ],
    what: 'sums without personal data',
    kept: 'always',
  },
  {
    stores: ['webhook_events', 'outbox_emails'],
    what: 'events that are not processed and emails that are not sent',
    kept: 'until they are',
  },
  {
    stores: ['outbox_emails'],
    what: 'emails about purchases, refunds, payouts, subscriptions and moderation',
    kept: 'always, as evidence in a dispute',
  },
  {
    stores: ['outbox_emails', 'sign_in_codes'],
    what: 'codes for sign-in and email change, with their emails',
    kept: '1 day, by the sweep',
  },
  {
    stores: ['rate_limits'],
    what: 'counters under hashed keys',
    kept: 'until their window ends, at most a day',
  },
  {
    stores: ['daily_visitors', 'visitor_hash_salts'],
    what: 'hashes of visitors and their salt',
    kept: 'until their day ends',
  },
  {
    stores: ['alerts', 'feedback'],
    what: 'open alerts and feedback',
    kept: 'until they are resolved',
  },
  {
    stores: ['users', 'passkeys', 'oauth_accounts', 'handle_redirects'],
    what: 'accounts and their former handles',
    kept: 'until they are closed; the row of a closed one is anonymous',
  },
  {
    stores: ['content_items', 'content_reports', 'instance'],
    what: 'items, reports of them and the state of the instance',
    kept: 'always; the text of a deleted item as long as its file',
  },
  {
    stores: ['teaser_parts'],
    what: 'teasers',
    kept: 'as long as their item',
  },
  {
    stores: ['followers'],
    what: 'confirmed followers',
    kept: 'until they unsubscribe or the account is closed',
  },
  {
    stores: ['uploads', 'files/'],
    what: 'unfinished uploads',
    kept: '7 days after the last byte',
  },
  {
    stores: ['files', 'missing_files', 'files/'],
    what: 'files of items that are sold or can be edited',
    kept: 'until 24 hours after their last URL expired',
  },
  {
    stores: ['previews/', 'cards/'],
    what: 'images of items; share images',
    kept: '2 days without an item; 30 days',
  },
  {
    stores: ['teasers/'],
    what: 'samples of items and their images',
    kept: '2 days without an item',
  },
  {
    stores: ['pgboss'],
    what: 'jobs of the queue',
    kept: '1 day after they end',
  },
]
