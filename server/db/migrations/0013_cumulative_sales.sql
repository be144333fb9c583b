ALTER TABLE "creator_monthly_sales_rollups" ADD COLUMN "cumulative_net_amount" bigint;--> statement-breakpoint
UPDATE creator_monthly_sales_rollups stored SET cumulative_net_amount = summed.cumulative_net_amount
FROM (
  SELECT creator_id, month, sum(net_amount) OVER (PARTITION BY creator_id ORDER BY month)::bigint AS cumulative_net_amount
  FROM creator_monthly_sales_rollups
) summed
WHERE summed.creator_id = stored.creator_id AND summed.month = stored.month;
--> statement-breakpoint
ALTER TABLE "creator_monthly_sales_rollups" ALTER COLUMN "cumulative_net_amount" SET NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE VIEW creator_monthly_sales_rollups_recomputed AS
SELECT creator_id, month, net_amount,
  sum(net_amount) OVER (PARTITION BY creator_id ORDER BY month)::bigint AS cumulative_net_amount
FROM (
  SELECT creator_id, to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
    sum(amount - platform_fee_amount - refunded_amount - disputed_amount + platform_fee_refunded_amount)::bigint AS net_amount
  FROM purchases GROUP BY 1, 2
) months;
--> statement-breakpoint
-- Runs when the transaction holds the creator's lock, so no other one inserts the month's row in between.
CREATE OR REPLACE FUNCTION update_creator_monthly_sales_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := NEW.amount - NEW.platform_fee_amount - NEW.refunded_amount - NEW.disputed_amount
    + NEW.platform_fee_refunded_amount;
  sale_month text := to_char(NEW.paid_at AT TIME ZONE 'UTC', 'YYYY-MM');
BEGIN
  IF TG_OP = 'UPDATE' THEN
    delta := delta - (OLD.amount - OLD.platform_fee_amount - OLD.refunded_amount - OLD.disputed_amount
      + OLD.platform_fee_refunded_amount);
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
