-- The sums by month include the tax.
CREATE OR REPLACE VIEW creator_monthly_rollups_recomputed AS
SELECT creator_id, month, currency,
  count(*) FILTER (WHERE kind = 'sale')::int AS sale_count,
  coalesce(sum(gross_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS gross_amount,
  coalesce(sum(platform_fee_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS platform_fee_amount,
  coalesce(sum(creator_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS net_amount,
  coalesce(-sum(creator_amount) FILTER (WHERE category = 'payouts'), 0)::bigint AS paid_out_amount,
  coalesce(sum(tax_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS tax_amount
FROM (
  SELECT kind, category, creator_id, currency,
    to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    -coalesce(sum(amount) FILTER (WHERE account = 'cash_clearing'), 0) AS gross_amount,
    coalesce(sum(amount) FILTER (WHERE account = 'platform_revenue'), 0) AS platform_fee_amount,
    coalesce(sum(amount) FILTER (WHERE account LIKE 'creator_balance/%'), 0) AS creator_amount,
    coalesce(sum(amount) FILTER (WHERE account = 'tax_payable'), 0) AS tax_amount
  FROM ledger_entries JOIN posting_kinds USING (kind)
  WHERE category <> 'platform'
  GROUP BY kind, category, reference, creator_id, currency
) postings
GROUP BY creator_id, month, currency;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION update_creator_monthly_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_monthly_rollups AS stored
    (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, tax_amount, net_amount, paid_out_amount)
  SELECT creator_id, month, currency,
    count(*) FILTER (WHERE kind = 'sale'),
    coalesce(sum(gross_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(platform_fee_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(tax_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(creator_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(-sum(creator_amount) FILTER (WHERE category = 'payouts'), 0)
  FROM (
    SELECT kind, category, creator_id, currency,
      to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      -coalesce(sum(amount) FILTER (WHERE account = 'cash_clearing'), 0) AS gross_amount,
      coalesce(sum(amount) FILTER (WHERE account = 'platform_revenue'), 0) AS platform_fee_amount,
      coalesce(sum(amount) FILTER (WHERE account LIKE 'creator_balance/%'), 0) AS creator_amount,
      coalesce(sum(amount) FILTER (WHERE account = 'tax_payable'), 0) AS tax_amount
    FROM added JOIN posting_kinds USING (kind)
    WHERE category <> 'platform'
    GROUP BY kind, category, reference, creator_id, currency
  ) postings
  GROUP BY creator_id, month, currency
  ORDER BY creator_id, month, currency
  ON CONFLICT (creator_id, month, currency) DO UPDATE SET
    sale_count = stored.sale_count + excluded.sale_count,
    gross_amount = stored.gross_amount + excluded.gross_amount,
    platform_fee_amount = stored.platform_fee_amount + excluded.platform_fee_amount,
    tax_amount = stored.tax_amount + excluded.tax_amount,
    net_amount = stored.net_amount + excluded.net_amount,
    paid_out_amount = stored.paid_out_amount + excluded.paid_out_amount;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- What is left for creators of the sales of a month, without the tax.
CREATE OR REPLACE VIEW creator_monthly_sales_rollups_recomputed AS
SELECT creator_id, month, net_amount,
  sum(net_amount) OVER (PARTITION BY creator_id ORDER BY month)::bigint AS cumulative_net_amount
FROM (
  SELECT creator_id, to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    sum(amount - tax_amount - platform_fee_amount - refunded_amount - disputed_amount + tax_refunded_amount
      + platform_fee_refunded_amount)::bigint AS net_amount
  FROM purchases GROUP BY 1, 2
) months;
--> statement-breakpoint
-- Runs when the transaction holds the creator's lock, so no other one inserts the month's row in between.
CREATE OR REPLACE FUNCTION update_creator_monthly_sales_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := NEW.amount - NEW.tax_amount - NEW.platform_fee_amount - NEW.refunded_amount - NEW.disputed_amount
    + NEW.tax_refunded_amount + NEW.platform_fee_refunded_amount;
  sale_month text := to_char(NEW.paid_at AT TIME ZONE 'UTC', 'YYYY-MM');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    delta := delta - (OLD.amount - OLD.tax_amount - OLD.platform_fee_amount - OLD.refunded_amount - OLD.disputed_amount
      + OLD.tax_refunded_amount + OLD.platform_fee_refunded_amount);
    IF delta = 0 THEN RETURN NULL; END IF;
  END IF;
  UPDATE creator_monthly_sales_rollups
    SET net_amount = net_amount + delta, cumulative_net_amount = cumulative_net_amount + delta
    WHERE creator_id = NEW.creator_id AND month = sale_month;
  IF NOT FOUND THEN
    INSERT INTO creator_monthly_sales_rollups (creator_id, month, net_amount, cumulative_net_amount)
    VALUES (NEW.creator_id, sale_month, delta, delta + coalesce((
      SELECT cumulative_net_amount FROM creator_monthly_sales_rollups
      WHERE creator_id = NEW.creator_id AND month < sale_month ORDER BY month DESC LIMIT 1
    ), 0));
  END IF;
  UPDATE creator_monthly_sales_rollups SET cumulative_net_amount = cumulative_net_amount + delta
    WHERE creator_id = NEW.creator_id AND month > sale_month;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- An issued receipt is corrected by another document.
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
-- Sales of before have no numbered receipt. Receipts begin with the postings that are not sealed yet.
INSERT INTO receipt_progress (id, sequence) SELECT 1, max(sequence) FROM posting_hashes HAVING max(sequence) IS NOT NULL;
