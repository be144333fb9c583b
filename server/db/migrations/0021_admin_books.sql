-- What was done as an administrator, and a month that is closed, is not edited.
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE TRIGGER monthly_reports_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON monthly_reports
  FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE TRIGGER monthly_report_lines_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON monthly_report_lines
  FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
-- The months of creators, summed from postings: what creator_months must hold.
CREATE VIEW creator_months_summed AS
SELECT coalesce(creator, '') AS creator_id, month, currency,
  count(*) FILTER (WHERE kind = 'sale')::int AS sales,
  coalesce(sum(gross) FILTER (WHERE earns), 0)::bigint AS gross,
  coalesce(sum(fee) FILTER (WHERE earns), 0)::bigint AS fee,
  coalesce(sum(own) FILTER (WHERE earns), 0)::bigint AS earned,
  coalesce(-sum(own) FILTER (WHERE NOT earns), 0)::bigint AS paid_out
FROM (
  SELECT kind, to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency,
    kind IN ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won') AS earns,
    max(substr(account, 9)) FILTER (WHERE account LIKE 'creator/%') AS creator,
    -coalesce(sum(amount) FILTER (WHERE account = 'outside'), 0) AS gross,
    coalesce(sum(amount) FILTER (WHERE account = 'platform'), 0) AS fee,
    coalesce(sum(amount) FILTER (WHERE account LIKE 'creator/%'), 0) AS own
  FROM ledger_entries
  WHERE kind IN ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'payout', 'payout_return')
  GROUP BY kind, reference, currency
) postings
GROUP BY 1, 2, 3;
--> statement-breakpoint
-- The same for the postings of one statement: a posting is always written by one.
CREATE FUNCTION keep_creator_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_months AS kept (creator_id, month, currency, sales, gross, fee, earned, paid_out)
  SELECT coalesce(creator, ''), month, currency,
    count(*) FILTER (WHERE kind = 'sale'),
    coalesce(sum(gross) FILTER (WHERE earns), 0),
    coalesce(sum(fee) FILTER (WHERE earns), 0),
    coalesce(sum(own) FILTER (WHERE earns), 0),
    coalesce(-sum(own) FILTER (WHERE NOT earns), 0)
  FROM (
    SELECT kind, to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency,
      kind IN ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won') AS earns,
      max(substr(account, 9)) FILTER (WHERE account LIKE 'creator/%') AS creator,
      -coalesce(sum(amount) FILTER (WHERE account = 'outside'), 0) AS gross,
      coalesce(sum(amount) FILTER (WHERE account = 'platform'), 0) AS fee,
      coalesce(sum(amount) FILTER (WHERE account LIKE 'creator/%'), 0) AS own
    FROM added
    WHERE kind IN ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'payout', 'payout_return')
    GROUP BY kind, reference, currency
  ) postings
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (creator_id, month, currency) DO UPDATE SET
    sales = kept.sales + excluded.sales,
    gross = kept.gross + excluded.gross,
    fee = kept.fee + excluded.fee,
    earned = kept.earned + excluded.earned,
    paid_out = kept.paid_out + excluded.paid_out;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_creator_months AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_creator_months();
--> statement-breakpoint
INSERT INTO creator_months (creator_id, month, currency, sales, gross, fee, earned, paid_out)
SELECT creator_id, month, currency, sales, gross, fee, earned, paid_out FROM creator_months_summed;
--> statement-breakpoint
-- What is left for creators of the sales of a month: what creator_sales must hold.
CREATE VIEW creator_sales_summed AS
SELECT creator_id, to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
  sum(amount - fee - refunded - disputed + fee_returned)::bigint AS share
FROM purchases GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION keep_creator_sales() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed bigint := NEW.amount - NEW.fee - NEW.refunded - NEW.disputed + NEW.fee_returned;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changed := changed - (OLD.amount - OLD.fee - OLD.refunded - OLD.disputed + OLD.fee_returned);
    IF changed = 0 THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO creator_sales AS kept (creator_id, month, share)
  VALUES (NEW.creator_id, to_char(NEW.paid_at AT TIME ZONE 'UTC', 'YYYY-MM'), changed)
  ON CONFLICT (creator_id, month) DO UPDATE SET share = kept.share + excluded.share;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_creator_sales AFTER INSERT OR UPDATE ON purchases
  FOR EACH ROW EXECUTE FUNCTION keep_creator_sales();
--> statement-breakpoint
INSERT INTO creator_sales (creator_id, month, share) SELECT creator_id, month, share FROM creator_sales_summed;
--> statement-breakpoint
-- The same item bought again with the same address, while the first purchase stands: a person looks at it.
CREATE FUNCTION flag_double_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email = '' THEN RETURN NULL; END IF;
  INSERT INTO double_purchases (purchase_id, earlier_id, created_at)
  SELECT NEW.id, earlier.id, NEW.paid_at FROM purchases earlier
  WHERE lower(earlier.email) = lower(NEW.email) AND earlier.content_id = NEW.content_id
    AND earlier.id <> NEW.id AND earlier.refunded < earlier.amount
  ORDER BY earlier.paid_at DESC LIMIT 1
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER flag_double_purchase AFTER INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION flag_double_purchase();
