-- Each kind of posting belongs to one monthly sum. The list equals postingCategories in domain/ledger.ts.
INSERT INTO posting_kinds (kind, category) VALUES
  ('sale', 'earnings'),
  ('refund', 'earnings'),
  ('refund_reversal', 'earnings'),
  ('dispute', 'earnings'),
  ('dispute_reversal', 'earnings'),
  ('payout', 'payouts'),
  ('payout_return', 'payouts'),
  ('payout_paid', 'platform'),
  ('provider_fee', 'platform'),
  ('subscription', 'platform');
--> statement-breakpoint

-- Every posting sums to zero when its transaction commits.
CREATE FUNCTION check_posting_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries
    WHERE kind = NEW.kind AND reference = NEW.reference
    GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'posting % % does not sum to zero', NEW.kind, NEW.reference USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER check_posting_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_posting_balanced();
--> statement-breakpoint

-- A mistake in the ledger, the audit log or a closed month is corrected by another row.
CREATE FUNCTION reject_mutation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON posting_hashes
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON monthly_reports
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON monthly_report_lines
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_page_versions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON domain_events
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint

-- Every new posting is queued for hashing in its own transaction. A hashed posting takes no more entries.
CREATE FUNCTION enqueue_posting_for_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM posting_hashes JOIN added USING (kind, reference)
  ) THEN
    RAISE EXCEPTION 'a hashed posting takes no more entries' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO unsealed_postings (kind, reference, first_entry_id)
    SELECT kind, reference, min(id) FROM added GROUP BY kind, reference
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER enqueue_posting_for_hash AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION enqueue_posting_for_hash();
--> statement-breakpoint

-- Every process drops its rendered pages of an item when a change of the item is committed.
CREATE FUNCTION notify_content_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_content_change AFTER UPDATE ON content_items
  FOR EACH ROW EXECUTE FUNCTION notify_content_change();
--> statement-breakpoint

-- Every process drops its rendered page of a creator when the profile or an item changes.
CREATE FUNCTION notify_creator_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('creator_changed', handle) FROM users WHERE id = NEW.creator_id AND handle IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_creator_change AFTER INSERT OR UPDATE ON content_items
  FOR EACH ROW EXECUTE FUNCTION notify_creator_change();
--> statement-breakpoint
CREATE FUNCTION notify_profile_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('creator_changed', changed.handle)
    FROM (VALUES (OLD.handle), (NEW.handle)) AS changed (handle) WHERE changed.handle IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_profile_change AFTER UPDATE ON users
  FOR EACH ROW EXECUTE FUNCTION notify_profile_change();
--> statement-breakpoint

-- What creator_monthly_rollups must hold, from the ledger.
CREATE VIEW creator_monthly_rollups_recomputed AS
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
--> statement-breakpoint
-- The same sums for the postings of one statement. A posting is always written by one statement.
CREATE FUNCTION update_creator_monthly_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO creator_monthly_rollups AS stored
    (creator_id, month, currency, sale_count, gross_amount, platform_fee_amount, net_amount, paid_out_amount, tax_amount)
  SELECT creator_id, month, currency,
    count(*) FILTER (WHERE kind = 'sale'),
    coalesce(sum(gross_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(platform_fee_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(sum(creator_amount) FILTER (WHERE category = 'earnings'), 0),
    coalesce(-sum(creator_amount) FILTER (WHERE category = 'payouts'), 0),
    coalesce(sum(tax_amount) FILTER (WHERE category = 'earnings'), 0)
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
    net_amount = stored.net_amount + excluded.net_amount,
    paid_out_amount = stored.paid_out_amount + excluded.paid_out_amount,
    tax_amount = stored.tax_amount + excluded.tax_amount;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_creator_monthly_rollups AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION update_creator_monthly_rollups();
--> statement-breakpoint

-- What creator_monthly_sales_rollups must hold: what is left for creators of the sales of a month.
CREATE VIEW creator_monthly_sales_rollups_recomputed AS
SELECT creator_id, to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, sum(net_amount)::bigint AS net_amount
FROM purchases GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION update_creator_monthly_sales_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta bigint := NEW.net_amount;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    delta := delta - OLD.net_amount;
    IF delta = 0 THEN RETURN NULL; END IF;
  END IF;
  INSERT INTO creator_monthly_sales_rollups AS stored (creator_id, month, net_amount)
  VALUES (NEW.creator_id, to_char(NEW.paid_at AT TIME ZONE 'UTC', 'YYYY-MM'), delta)
  ON CONFLICT (creator_id, month) DO UPDATE SET net_amount = stored.net_amount + excluded.net_amount;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Runs at commit, when the transaction holds the creator's lock. Run at once, a sale that waits for that lock and a refund
-- that holds it would wait for each other.
CREATE CONSTRAINT TRIGGER update_creator_monthly_sales_rollups AFTER INSERT OR UPDATE ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION update_creator_monthly_sales_rollups();
--> statement-breakpoint

-- The same email bought an item at a fixed price twice within an hour: an administrator reviews it.
-- Searches by the email first, whatever PostgreSQL estimates: on a popular item, an hour has many purchases. Of two
-- purchases at the same time only one is flagged.
CREATE FUNCTION flag_duplicate_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.buyer_email = '' THEN RETURN NULL; END IF;
  INSERT INTO duplicate_purchases (purchase_id, original_purchase_id, created_at)
  SELECT NEW.id, original.id, NEW.paid_at
  FROM (SELECT * FROM purchases WHERE lower(buyer_email) = lower(NEW.buyer_email) OFFSET 0) original
  JOIN content_items item ON item.id = original.content_id AND item.pricing_model = 'fixed'
  WHERE original.content_id = NEW.content_id AND original.id <> NEW.id AND original.refunded_amount < original.amount
    AND original.paid_at BETWEEN NEW.paid_at - interval '1 hour' AND NEW.paid_at + interval '1 hour'
    AND NOT EXISTS (
      SELECT FROM duplicate_purchases flagged
      WHERE flagged.purchase_id = original.id AND flagged.original_purchase_id = NEW.id
    )
  ORDER BY original.paid_at DESC LIMIT 1
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Runs at commit, when the transaction holds the creator's lock: of two sales at the same time, the second sees the first.
CREATE CONSTRAINT TRIGGER flag_duplicate_purchase AFTER INSERT ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION flag_duplicate_purchase();
--> statement-breakpoint

-- What creator_storage must hold.
CREATE VIEW creator_storage_recomputed AS
SELECT creator_id, sum(stored)::bigint AS stored_bytes, sum(open)::bigint AS open_bytes, sum(item)::integer AS item_count
FROM (
  SELECT creator_id, size_bytes AS stored, 0 AS open, 0 AS item FROM files WHERE creator_id IS NOT NULL
  UNION ALL SELECT creator_id, 0, size_bytes, 0 FROM uploads WHERE content_id IS NULL
  UNION ALL SELECT creator_id, 0, 0, 1 FROM content_items WHERE deleted_at IS NULL
) parts GROUP BY creator_id;
--> statement-breakpoint
CREATE FUNCTION add_to_creator_storage(creator text, stored bigint, open bigint, items bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO creator_storage AS total (creator_id, stored_bytes, open_bytes, item_count)
  SELECT creator, stored, open, items WHERE creator IS NOT NULL AND (stored, open, items) <> (0, 0, 0)
  ON CONFLICT (creator_id) DO UPDATE SET
    stored_bytes = total.stored_bytes + excluded.stored_bytes,
    open_bytes = total.open_bytes + excluded.open_bytes,
    item_count = total.item_count + excluded.item_count;
$$;
--> statement-breakpoint
-- One update of a creator's row for each statement, not for each row: a statement may write thousands.
CREATE FUNCTION update_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_creator_storage(creator_id, sum(size_bytes)::bigint, 0, 0)
      FROM added GROUP BY creator_id ORDER BY creator_id;
  ELSE
    PERFORM add_to_creator_storage(creator_id, -sum(size_bytes)::bigint, 0, 0)
      FROM removed GROUP BY creator_id ORDER BY creator_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_stored_bytes_on_insert AFTER INSERT ON files
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION update_stored_bytes();
--> statement-breakpoint
CREATE TRIGGER update_stored_bytes_on_delete AFTER DELETE ON files
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION update_stored_bytes();
--> statement-breakpoint
CREATE FUNCTION update_item_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_creator_storage(creator_id, 0, 0, count(*)) FROM added
      WHERE deleted_at IS NULL GROUP BY creator_id ORDER BY creator_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM add_to_creator_storage(creator_id, 0, 0, -count(*)) FROM removed
      WHERE deleted_at IS NULL GROUP BY creator_id ORDER BY creator_id;
  ELSE
    PERFORM add_to_creator_storage(creator_id, 0, 0, sum(item)::bigint) FROM (
      SELECT creator_id, 1::bigint AS item FROM added WHERE deleted_at IS NULL
      UNION ALL SELECT creator_id, -1 FROM removed WHERE deleted_at IS NULL
    ) changed GROUP BY creator_id ORDER BY creator_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_item_count_on_insert AFTER INSERT ON content_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION update_item_count();
--> statement-breakpoint
CREATE TRIGGER update_item_count_on_update AFTER UPDATE ON content_items
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION update_item_count();
--> statement-breakpoint
CREATE TRIGGER update_item_count_on_delete AFTER DELETE ON content_items
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION update_item_count();
--> statement-breakpoint
CREATE FUNCTION update_open_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.content_id IS NULL THEN
    PERFORM add_to_creator_storage(OLD.creator_id, 0, -OLD.size_bytes, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.content_id IS NULL THEN
    PERFORM add_to_creator_storage(NEW.creator_id, 0, NEW.size_bytes, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_open_bytes AFTER INSERT OR DELETE ON uploads
  FOR EACH ROW EXECUTE FUNCTION update_open_bytes();
--> statement-breakpoint
-- Not for the many updates that only record the progress of an upload.
CREATE TRIGGER update_open_bytes_on_update AFTER UPDATE ON uploads FOR EACH ROW
  WHEN (OLD.content_id IS DISTINCT FROM NEW.content_id OR OLD.size_bytes <> NEW.size_bytes)
  EXECUTE FUNCTION update_open_bytes();
--> statement-breakpoint

-- Every item has a row of totals from the start, so lists in their order need no outer join.
CREATE FUNCTION insert_content_rollups() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_rollups (content_id, creator_id, sale_count, purchase_count, net_amount, listed_at)
    SELECT id, creator_id, 0, 0, 0, CASE WHEN deleted_at IS NULL THEN created_at END FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER insert_content_rollups AFTER INSERT ON content_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION insert_content_rollups();
--> statement-breakpoint
-- Rows are locked in the order of their keys, as by views and sales.
CREATE FUNCTION update_listed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM content_rollups JOIN added ON added.id = content_id JOIN removed ON removed.id = content_id
    WHERE added.deleted_at IS DISTINCT FROM removed.deleted_at
    ORDER BY content_id FOR UPDATE OF content_rollups;
  UPDATE content_rollups SET listed_at = CASE WHEN added.deleted_at IS NULL THEN added.created_at END
    FROM added JOIN removed USING (id)
    WHERE content_id = added.id AND added.deleted_at IS DISTINCT FROM removed.deleted_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER update_listed_at AFTER UPDATE ON content_items
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION update_listed_at();
--> statement-breakpoint

-- The text that lists search. Not in the Drizzle schema, so that no read of an item loads it.
ALTER TABLE content_items ADD COLUMN search_text text GENERATED ALWAYS AS (lower(title || E'\n' || description)) STORED;
--> statement-breakpoint
-- The creator is part of the index, so a search reads only their entries. Without the pending list of new entries, which each
-- search would scan: items are written rarely.
CREATE INDEX content_items_search_idx ON content_items USING gin (creator_id, search_text gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint

-- Drizzle knows no deferrable key. Parts that change places have the same position for a moment.
ALTER TABLE content_parts ADD CONSTRAINT content_parts_content_id_position_key UNIQUE (content_id, position)
  DEFERRABLE INITIALLY DEFERRED;
