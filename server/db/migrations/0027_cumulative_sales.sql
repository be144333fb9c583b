-- Refunds wait, because the function of before would not correct what is inserted below.
LOCK TABLE purchases IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "creator_cumulative_sales" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"first_month_number" integer NOT NULL,
	"cumulative_net_amounts" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cumulative_sales_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	CONSTRAINT "cumulative_sales_progress_month_valid" CHECK ("cumulative_sales_progress"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
-- Months counted, so that the difference of two is how far they are apart.
CREATE FUNCTION month_number(month text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(month, 4)::integer * 12 + right(month, 2)::integer
$$;
--> statement-breakpoint
-- Each month's cumulative amount, repeated for the months without sales that follow it.
CREATE VIEW creator_cumulative_sales_recomputed AS
SELECT creator_id, min(number) AS first_month_number, array_agg(cumulative_net_amount ORDER BY number) AS cumulative_net_amounts
FROM (
  SELECT creator_id, cumulative_net_amount, generate_series(
    month_number(month),
    coalesce(lead(month_number(month)) OVER (PARTITION BY creator_id ORDER BY month) - 1, month_number(last_month))
  ) AS number
  FROM creator_monthly_sales_rollups JOIN (
    SELECT month AS last_month FROM cumulative_sales_progress
  ) progress ON month <= last_month
) months
GROUP BY creator_id;
--> statement-breakpoint
INSERT INTO cumulative_sales_progress (id, month) SELECT 1, max(month) FROM monthly_reports HAVING max(month) IS NOT NULL;
--> statement-breakpoint
INSERT INTO creator_cumulative_sales (creator_id, first_month_number, cumulative_net_amounts)
SELECT creator_id, first_month_number, cumulative_net_amounts FROM creator_cumulative_sales_recomputed;
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
  IF TG_OP = 'UPDATE' OR sale_month < to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') THEN
    -- Waits while a month is added to creator_cumulative_sales, and delays that until this change is committed. Sales of the
    -- current month, which is not added before it ended, take no lock.
    LOCK TABLE creator_cumulative_sales IN ROW EXCLUSIVE MODE;
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
  IF EXISTS (SELECT FROM cumulative_sales_progress WHERE month >= sale_month) THEN
    INSERT INTO creator_cumulative_sales (creator_id, first_month_number, cumulative_net_amounts)
    SELECT creator_id, first_month_number, cumulative_net_amounts FROM creator_cumulative_sales_recomputed
    WHERE creator_id = NEW.creator_id
    ON CONFLICT (creator_id) DO UPDATE SET first_month_number = excluded.first_month_number,
      cumulative_net_amounts = excluded.cumulative_net_amounts;
  END IF;
  RETURN NULL;
END $$;
