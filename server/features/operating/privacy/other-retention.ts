/** Data that retention.ts does not delete: another part of the program does, or it is kept. */
export type OtherRetention = { stores: Array<string>; data: string; retention: string }

export const otherRetention: ReadonlyArray<OtherRetention> = [
  {
    stores: ['checkouts'],
    data: 'checkouts that are paid, that differ from their payment, or whose payment may still arrive',
    retention: 'always',
  },
  {
    stores: [
      'purchases',
      'access_grants',
      'access_links',
      'duplicate_purchases',
      'purchase_email_corrections',
    ],
    data: 'sales and the access they grant',
    retention: 'always',
  },
  {
    stores: ['refunds', 'refund_requests', 'disputes'],
    data: 'refunds and disputes',
    retention: 'always',
  },
  {
    stores: ['posting_kinds', 'ledger_entries', 'posting_hashes', 'unsealed_postings'],
    data: 'the ledger; triggers reject changes',
    retention: 'always',
  },
  {
    stores: ['receipts', 'receipt_progress', 'tax_rates'],
    data: 'receipts and corrections, and the tax rates they used',
    retention: 'always',
  },
  {
    stores: [
      'payouts',
      'payout_runs',
      'payout_run_items',
      'payout_calendar',
      'monthly_reports',
      'monthly_report_lines',
    ],
    data: 'payouts and reports',
    retention: 'always',
  },
  {
    stores: ['subscriptions', 'invoices'],
    data: 'Pro subscriptions and what was paid for them',
    retention: 'always',
  },
  {
    stores: ['audit_log'],
    data: 'admin actions; triggers reject changes',
    retention: 'always',
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
    data: 'sums without personal data',
    retention: 'always',
  },
  {
    stores: ['webhook_events', 'deliveries'],
    data: 'events that are not processed and emails that are not sent',
    retention: 'until they are',
  },
  {
    stores: ['domain_events'],
    data: 'what happened, by ids, amounts and states; triggers reject changes',
    retention: 'always',
  },
  {
    stores: ['deliveries'],
    data: 'emails about purchases, refunds, payouts, subscriptions and moderation',
    retention: 'always, as evidence in a dispute',
  },
  {
    stores: ['deliveries', 'sign_in_codes'],
    data: 'codes for sign-in and email change, with their emails',
    retention: '1 day, by the sweep',
  },
  {
    stores: ['rate_limits'],
    data: 'counters under hashed keys',
    retention: 'until their window ends, at most a day',
  },
  {
    stores: ['daily_visitors', 'visitor_hash_salts'],
    data: 'hashes of visitors and their salt',
    retention: 'until their day ends',
  },
  {
    stores: ['alerts', 'feedback'],
    data: 'open alerts and feedback',
    retention: 'until they are resolved',
  },
  {
    stores: ['users', 'passkeys', 'oauth_accounts', 'handle_redirects'],
    data: 'accounts and their former handles',
    retention: 'until they are closed; the row of a closed one is anonymous',
  },
  {
    stores: [
      ...['content_items', 'content_parts', 'content_reports', 'content_reviews'],
      ...['instance', 'instance_settings', 'payout_hold_changes'],
    ],
    data: 'items, reports and reviews of them, the state of the instance, its settings and changes of the hold days',
    retention:
      'always; the text of a deleted item as long as its file; a removed part while an earlier buyer may have it',
  },
  {
    stores: ['legal_page_versions'],
    data: 'versions of the legal pages; triggers reject changes',
    retention: 'always',
  },
  {
    stores: ['sign_up_invitations'],
    data: 'email addresses that may create an account',
    retention: 'until the invitation is withdrawn',
  },
  {
    stores: ['teaser_parts'],
    data: 'teasers',
    retention: 'as long as their item',
  },
  {
    stores: ['followers', 'follower_update_items'],
    data: 'confirmed followers, and which items they were told about',
    retention: 'until they unsubscribe or the account is closed',
  },
  {
    stores: ['uploads', 'files/'],
    data: 'unfinished uploads',
    retention: '7 days after the last byte',
  },
  {
    stores: ['files', 'missing_files', 'files/'],
    data: 'files of items that are sold or can be edited',
    retention: 'until 24 hours after their last URL expired',
  },
  {
    stores: ['previews/', 'cards/'],
    data: 'images of items; share images',
    retention: '2 days without an item; 30 days',
  },
  {
    stores: ['teasers/'],
    data: 'samples of items and their images',
    retention: '2 days without an item',
  },
  {
    stores: ['photos/', 'logos/'],
    data: 'photos and logos of creators',
    retention: '2 days without an account that has them',
  },
  {
    stores: ['pgboss'],
    data: 'jobs of the queue',
    retention: '1 day after they end',
  },
]
