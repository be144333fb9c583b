ALTER TABLE "content_rollups" ADD COLUMN "listed_at" timestamp (3) with time zone;
--> statement-breakpoint
-- Trusted extensions: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- The text that lists search. Not in the Drizzle schema, so that no read of an item loads it.
ALTER TABLE content_items ADD COLUMN search_text text GENERATED ALWAYS AS (lower(title || E'\n' || description)) STORED;
--> statement-breakpoint
-- The creator is part of the index, so a search reads only their entries. Without the pending list of new entries, which each
-- search would scan: items are written rarely.
CREATE INDEX content_items_search_idx ON content_items USING gin (creator_id, search_text gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
-- Every item has a row of totals from the start, so lists in their order need no outer join.
INSERT INTO content_rollups (content_id, creator_id, sale_count, purchase_count, net_amount, listed_at)
  SELECT id, creator_id, 0, 0, 0, CASE WHEN deleted_at IS NULL THEN created_at END FROM content_items
  ON CONFLICT (content_id) DO UPDATE SET listed_at = excluded.listed_at;
--> statement-breakpoint
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
CREATE INDEX "content_rollups_sale_count_idx" ON "content_rollups" USING btree ("creator_id","sale_count","listed_at","content_id") WHERE "content_rollups"."listed_at" is not null;
--> statement-breakpoint
CREATE INDEX "content_rollups_net_amount_idx" ON "content_rollups" USING btree ("creator_id","net_amount","listed_at","content_id") WHERE "content_rollups"."listed_at" is not null;
