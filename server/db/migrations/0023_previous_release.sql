-- Release 0.3.0 closes a month with `select *` from creator_monthly_rollups, so the tax has a table of its own.
CREATE TABLE "creator_monthly_tax_rollups" (
	"creator_id" text NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"tax_amount" bigint NOT NULL,
	CONSTRAINT "creator_monthly_tax_rollups_creator_id_month_currency_pk" PRIMARY KEY("creator_id","month","currency"),
	CONSTRAINT "creator_monthly_tax_rollups_currency_valid" CHECK ("creator_monthly_tax_rollups"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "creator_monthly_tax_rollups_month_valid" CHECK ("creator_monthly_tax_rollups"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE INDEX "creator_monthly_tax_rollups_month_idx" ON "creator_monthly_tax_rollups" USING btree ("month");--> statement-breakpoint
INSERT INTO creator_monthly_tax_rollups (creator_id, month, currency, tax_amount)
SELECT creator_id, month, currency, tax_amount FROM creator_monthly_rollups WHERE tax_amount <> 0;
--> statement-breakpoint
DROP VIEW creator_monthly_rollups_recomputed;--> statement-breakpoint
ALTER TABLE "creator_monthly_rollups" DROP COLUMN "tax_amount";--> statement-breakpoint
-- What creator_monthly_rollups must hold, from the ledger.
CREATE VIEW creator_monthly_rollups_recomputed AS
SELECT creator_id, month, currency,
  count(*) FILTER (WHERE kind = 'sale')::int AS sale_count,
  coalesce(sum(gross_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS gross_amount,
  coalesce(sum(platform_fee_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS platform_fee_amount,
  coalesce(sum(creator_amount) FILTER (WHERE category = 'earnings'), 0)::bigint AS net_amount,
  coalesce(-sum(creator_amount) FILTER (WHERE category = 'payouts'), 0)::bigint AS paid_out_amount
FROM (
  SELECT kind, category, creator_id, currency,
    to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    -coalesce(sum(amount) FILTER (WHERE account = 'cash_clearing'), 0) AS gross_amount,
    coalesce(sum(amount) FILTER (WHERE account = 'platform_revenue'), 0) AS platform_fee_amount,
    coalesce(sum(amount) FILTER (WHERE account LIKE 'creator_balance/%'), 0) AS creator_amount
  FROM ledger_entries JOIN posting_kinds USING (kind)
  WHERE category <> 'platform'
  GROUP BY kind, category, reference, creator_id, currency
) postings
GROUP BY creator_id, month, currency;
--> statement-breakpoint
-- What creator_monthly_tax_rollups must hold, from the ledger.
CREATE VIEW creator_monthly_tax_rollups_recomputed AS
SELECT creator_id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency, sum(amount)::bigint AS tax_amount
FROM ledger_entries JOIN posting_kinds USING (kind)
WHERE category = 'earnings' AND account = 'tax_payable'
GROUP BY 1, 2, 3;
--> statement-breakpoint
-- The same sums for the postings of one statement. A posting is always written by one statement.
CREATE OR REPLACE FUNCTION update_creator_monthly_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_monthly_rollups AS stored
    (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount)
  SELECT creator_id, month, currency,
    count(*) FILTER (WHERE kind = 'sale'),
    coalesce(sum(gross_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(platform_fee_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(creator_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(-sum(creator_amount) FILTER (WHERE category = 'payouts'), 0)
  FROM (
    SELECT kind, category, creator_id, currency,
      to_char(min(created_at) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
      -coalesce(sum(amount) FILTER (WHERE account = 'cash_clearing'), 0) AS gross_amount,
      coalesce(sum(amount) FILTER (WHERE account = 'platform_revenue'), 0) AS platform_fee_amount,
      coalesce(sum(amount) FILTER (WHERE account LIKE 'creator_balance/%'), 0) AS creator_amount
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
    net_amount = stored.net_amount + excluded.net_amount,
    paid_out_amount = stored.paid_out_amount + excluded.paid_out_amount;
  INSERT INTO creator_monthly_tax_rollups AS stored (creator_id, month, currency, tax_amount)
  SELECT creator_id, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), currency, sum(amount)
  FROM added JOIN posting_kinds USING (kind)
  WHERE category = 'earnings' AND account = 'tax_payable'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (creator_id, month, currency) DO UPDATE SET tax_amount = stored.tax_amount + excluded.tax_amount;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- The functions below complete what release 0.3.0 writes while it runs beside this version, or after a way back to it.
-- A release after the next one drops them (docs/upgrading.md).

-- As maskDestination in contract/payout-destination.ts.
CREATE FUNCTION mask_destination(destination text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN destination ~ '^v1\.[a-z0-9-]{1,20}\.' THEN '•••'
    WHEN destination ~* ', .*[A-Z0-9]{4}$' THEN 'account ending in ' || right(destination, 4)
    WHEN destination ~ '^.+@' THEN left(destination, 1) || '•••' || substring(destination FROM '@[^@]*$')
    WHEN destination ~ '^[@$]' THEN left(destination, 2) || '•••'
    WHEN destination LIKE '(%' THEN '•••' || right(destination, 4)
    ELSE '•••'
  END
$$;
--> statement-breakpoint
CREATE FUNCTION update_payout_mask() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.payout_mask := mask_destination(NEW.payout_email);
  RETURN NEW;
END $$;
--> statement-breakpoint
-- 0.3.0 stores details in clear and leaves the mask of the ones before.
CREATE TRIGGER update_payout_mask BEFORE UPDATE OF payout_email ON users FOR EACH ROW
  WHEN (NEW.payout_email IS DISTINCT FROM OLD.payout_email
    AND (NEW.payout_email IS NULL OR NEW.payout_email !~ '^v1\.'))
  EXECUTE FUNCTION update_payout_mask();
--> statement-breakpoint
CREATE FUNCTION complete_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.method = 'transfer' THEN
    -- 0.3.0 counts the age of its idempotency key from the payout's creation.
    NEW.attempt_started_at := coalesce(NEW.attempt_started_at, NEW.created_at);
    NEW.next_attempt_at := NEW.created_at + interval '2 minutes';
  ELSE
    NEW.destination_mask := coalesce(
      (SELECT payout_mask FROM users WHERE id = NEW.creator_id AND payout_email = NEW.destination),
      mask_destination(NEW.destination)
    );
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER complete_payout BEFORE INSERT ON payouts FOR EACH ROW
  WHEN (NEW.state = 'processing'
    AND CASE NEW.method WHEN 'transfer' THEN NEW.next_attempt_at IS NULL ELSE NEW.destination_mask IS NULL END)
  EXECUTE FUNCTION complete_payout();
--> statement-breakpoint
-- 0.3.0 knows only the key of the first attempt. The provider's answer to that key says nothing about later attempts,
-- one of which may have been made.
CREATE FUNCTION end_payout_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'failed' AND NEW.transfer_attempt > 0 THEN
    RAISE EXCEPTION 'Payout % has attempt %, which this release does not know', NEW.id, NEW.transfer_attempt + 1;
  END IF;
  NEW.wait_reason := NULL;
  NEW.provider_code := NULL;
  NEW.next_attempt_at := NULL;
  NEW.attempt_started_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER end_payout_attempt BEFORE UPDATE OF state ON payouts FOR EACH ROW
  WHEN (OLD.state = 'processing' AND NEW.state <> 'processing'
    AND (NEW.wait_reason IS NOT NULL OR NEW.next_attempt_at IS NOT NULL OR NEW.attempt_started_at IS NOT NULL))
  EXECUTE FUNCTION end_payout_attempt();
--> statement-breakpoint
-- 0.3.0 reverses a sale without its tax, at the creator's cost. A rejected webhook or sweep is repeated, so that this
-- version books the reversal.
CREATE FUNCTION reject_reversal_without_tax() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reversed bigint := NEW.refunded_amount + NEW.disputed_amount;
BEGIN
  IF NEW.tax_refunded_amount <> (CASE
    WHEN reversed >= NEW.amount THEN NEW.tax_amount
    ELSE div(2 * NEW.tax_amount::numeric * reversed + NEW.amount, 2 * NEW.amount)
  END) THEN
    RAISE EXCEPTION 'The reversal of purchase % lacks its tax, which this release does not know', NEW.order_number;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reject_reversal_without_tax BEFORE UPDATE OF refunded_amount, disputed_amount ON purchases FOR EACH ROW
  WHEN (OLD.tax_amount > 0 AND NEW.tax_refunded_amount = OLD.tax_refunded_amount
    AND NEW.refunded_amount + NEW.disputed_amount <> OLD.refunded_amount + OLD.disputed_amount)
  EXECUTE FUNCTION reject_reversal_without_tax();
--> statement-breakpoint
CREATE FUNCTION complete_monthly_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(sum(tax_amount), 0) INTO NEW.tax_amount FROM creator_monthly_tax_rollups
    WHERE month = NEW.month AND currency = NEW.currency;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER complete_monthly_report BEFORE INSERT ON monthly_reports FOR EACH ROW
  WHEN (NEW.tax_amount = 0) EXECUTE FUNCTION complete_monthly_report();
--> statement-breakpoint
-- 0.3.0 stores the payout details as the account has them, in clear or encrypted.
CREATE FUNCTION complete_monthly_report_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT coalesce(sum(tax.tax_amount), 0) INTO NEW.tax_amount
    FROM monthly_reports report JOIN creator_monthly_tax_rollups tax USING (month, currency)
    WHERE report.month = NEW.month AND tax.creator_id = NEW.creator_id;
  IF NEW.payout_email IS NOT NULL THEN
    SELECT coalesce(payout_mask, mask_destination(NEW.payout_email)) INTO NEW.payout_email FROM users
      WHERE id = NEW.creator_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER complete_monthly_report_line BEFORE INSERT ON monthly_report_lines FOR EACH ROW
  EXECUTE FUNCTION complete_monthly_report_line();
--> statement-breakpoint
-- 0.3.0 stores the destination of a payout in the audit log.
CREATE FUNCTION mask_audited_destination() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.old_values->>'to' !~ '•••|^account ending in |^acct_' THEN
    NEW.old_values := NEW.old_values || jsonb_build_object('to', mask_destination(NEW.old_values->>'to'));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mask_audited_destination BEFORE INSERT ON audit_log FOR EACH ROW
  WHEN (NEW.action IN ('markPayoutPaid', 'markPayoutReturned')) EXECUTE FUNCTION mask_audited_destination();
