const sealCheck = 'No sealed entry has been changed'
/** Changes by SQL with all triggers disabled, and the checks that detect them. */
export const tamperCases: Array<[change: string, sql: string, failedChecks: Array<string>]> = [
  [
    'a cent more on one entry',
    "update ledger_entries set amount = amount + 1 where id = (select min(id) from ledger_entries where account like 'creator_balance/%')",
    [
      'Every posting sums to zero',
      'Stored totals match the sum of their entries',
      'Every purchase is booked at the price it sold for',
      'The net amount of each purchase matches its bookings',
      'Daily creator earnings match the ledger',
      'Monthly totals match the ledger',
      sealCheck,
    ],
  ],
  [
    'an old sale divided differently between creator and platform, with matching totals',
    `update ledger_entries set amount = amount + case when account = 'platform_revenue' then -1 else 1 end
       where reference = (select reference from ledger_entries where kind = 'sale' order by id limit 1)
         and kind = 'sale' and account <> 'cash_clearing';
     update purchases set platform_fee_amount = platform_fee_amount - 1, net_amount = net_amount + 1 where 'purchase/' || order_number =
       (select reference from ledger_entries where kind = 'sale' order by id limit 1);
     update content_rollups t set net_amount = net_amount + 1 where content_id = (select content_id from purchases
       where 'purchase/' || order_number = (select reference from ledger_entries where kind = 'sale' order by id limit 1));
     update ledger_rollups set amount = amount + 1 where kind = 'sale' and account = (select account
       from ledger_entries where kind = 'sale' and account like 'creator_balance/%' order by id limit 1)`,
    [
      'Every fee uses the rate in effect when checkout started',
      'Daily creator earnings match the ledger',
      'Monthly totals match the ledger',
      sealCheck,
    ],
  ],
  [
    'the day of an old entry',
    "update ledger_entries set created_at = created_at - interval '1 day' where id = (select min(id) from ledger_entries)",
    [sealCheck],
  ],
  [
    'a deleted posting',
    "delete from ledger_entries where kind = 'refund_reversal'",
    [
      'Stored totals match the sum of their entries',
      'Refunded and disputed amounts match the bookings',
      'The net amount of each purchase matches its bookings',
      'No payout exceeded the available balance',
      'Daily creator earnings match the ledger',
      'Monthly totals match the ledger',
      sealCheck,
    ],
  ],
  [
    'a stored total',
    'update ledger_rollups set amount = amount + 1',
    ['Stored totals match the sum of their entries'],
  ],
  [
    'a lower refunded amount of a purchase',
    'update purchases set refunded_amount = 0 where refunded_amount between 1 and amount - 1',
    [
      'Refunded and disputed amounts match the bookings',
      'Refunds and disputes add up to the totals on their purchase',
    ],
  ],
  [
    'the net amount of a purchase',
    'update purchases set net_amount = net_amount + 1 where id = (select min(id) from purchases)',
    [
      'Item totals match the sum of their purchases',
      'The net amount of each purchase matches its bookings',
      'Monthly totals match the ledger',
    ],
  ],
  [
    'an open refund request that reserves nothing',
    `insert into refund_requests (purchase_id, creator_id, amount, request_message, requested_by, state, created_at)
       select id, creator_id, amount, '', 'buyer', 'requested', now() from purchases
       where refunded_amount + disputed_amount = 0 order by id limit 1`,
    ['Open refund requests reserve what their refunds would cost'],
  ],
  [
    'the sale count of an item',
    'update content_rollups set sale_count = sale_count + 1',
    ['Item totals match the sum of their purchases'],
  ],
  [
    'a creator’s total of a day',
    'update creator_daily_rollups set net_amount_delta = net_amount_delta + 1',
    ['Daily creator earnings match the ledger'],
  ],
  [
    'a creator’s total of a month',
    'update creator_monthly_rollups set net_amount = net_amount + 1',
    ['Monthly totals match the ledger'],
  ],
  [
    'a creator’s sales of a month',
    'update creator_monthly_sales_rollups set net_amount = net_amount + 1',
    ['Monthly totals match the ledger'],
  ],
  [
    'an invoice of another amount',
    'update invoices set amount = amount - 1',
    ['Every Pro invoice is booked exactly once'],
  ],
  [
    'a payout marked as paid',
    "update payouts set state = 'paid' where state = 'processing'",
    ['Every payout is booked according to its status'],
  ],
  [
    'a payout of another amount',
    "update payouts set amount = amount - 1 where state = 'paid'",
    ['Every payout is booked according to its status'],
  ],
  [
    'a buyer with the money and the content',
    "update access_grants set revoked_at = null where revocation_reason = 'refund'",
    ['No one has both the item and the refund'],
  ],
  [
    'a deleted seal',
    'delete from posting_hashes where sequence = 3',
    ['Every posting is sealed or waiting to be sealed', sealCheck],
  ],
  [
    'a deleted last seal',
    `delete from posting_hashes where sequence = (select max(sequence) from posting_hashes)`,
    ['Every posting is sealed or waiting to be sealed'],
  ],
  [
    'a creator’s stored bytes',
    'update creator_storage set stored_bytes = stored_bytes + 1',
    ['The storage total of each creator matches their files'],
  ],
  [
    'an item missing from the lists',
    'update content_rollups set listed_at = null where content_id = (select min(content_id) from content_rollups)',
    ['Lists contain every item that is not deleted'],
  ],
  [
    'an item without its address',
    'delete from item_addresses where slug = (select min(slug) from item_addresses)',
    ['Each item has its name in its address, and every address leads to an item that has one'],
  ],
  [
    'an address of an item without a name',
    'update content_items set slug = null where id = (select min(content_id) from item_addresses)',
    ['Each item has its name in its address, and every address leads to an item that has one'],
  ],
]
