CREATE TABLE "creator_storage" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"open_bytes" bigint NOT NULL,
	"item_count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "creator_id" text;--> statement-breakpoint
ALTER TABLE "creator_storage" ADD CONSTRAINT "creator_storage_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("creator_id") WHERE "uploads"."content_id" is null;
--> statement-breakpoint
UPDATE files SET creator_id = contents.creator_id FROM contents WHERE contents.file_id = files.id;
--> statement-breakpoint
UPDATE files SET creator_id = uploads.creator_id FROM uploads WHERE uploads.key = files.key AND files.creator_id IS NULL;
--> statement-breakpoint
-- What creator_storage must hold.
CREATE VIEW creator_storage_summed AS
SELECT creator_id, sum(stored)::bigint AS stored_bytes, sum(open)::bigint AS open_bytes, sum(item)::integer AS item_count
FROM (
  SELECT creator_id, size AS stored, 0 AS open, 0 AS item FROM files WHERE creator_id IS NOT NULL
  UNION ALL SELECT creator_id, 0, size, 0 FROM uploads WHERE content_id IS NULL
  UNION ALL SELECT creator_id, 0, 0, 1 FROM contents WHERE deleted_at IS NULL
) parts GROUP BY creator_id;
--> statement-breakpoint
CREATE FUNCTION add_to_creator_storage(creator text, stored bigint, open bigint, items bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO creator_storage AS kept (creator_id, stored_bytes, open_bytes, item_count)
  SELECT creator, stored, open, items WHERE creator IS NOT NULL AND (stored, open, items) <> (0, 0, 0)
  ON CONFLICT (creator_id) DO UPDATE SET
    stored_bytes = kept.stored_bytes + excluded.stored_bytes,
    open_bytes = kept.open_bytes + excluded.open_bytes,
    item_count = kept.item_count + excluded.item_count;
$$;
--> statement-breakpoint
-- One update of a creator's row for each statement, not for each row: a statement may write thousands.
CREATE FUNCTION keep_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_to_creator_storage(creator_id, sum(size)::bigint, 0, 0) FROM added GROUP BY creator_id ORDER BY creator_id;
  ELSE
    PERFORM add_to_creator_storage(creator_id, -sum(size)::bigint, 0, 0) FROM removed GROUP BY creator_id ORDER BY creator_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_stored_bytes_added AFTER INSERT ON files
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_bytes();
--> statement-breakpoint
CREATE TRIGGER keep_stored_bytes_removed AFTER DELETE ON files
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_stored_bytes();
--> statement-breakpoint
CREATE FUNCTION keep_item_count() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER keep_item_count_added AFTER INSERT ON contents
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_item_count();
--> statement-breakpoint
CREATE TRIGGER keep_item_count_changed AFTER UPDATE ON contents
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_item_count();
--> statement-breakpoint
CREATE TRIGGER keep_item_count_removed AFTER DELETE ON contents
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_item_count();
--> statement-breakpoint
CREATE FUNCTION keep_open_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.content_id IS NULL THEN
    PERFORM add_to_creator_storage(OLD.creator_id, 0, -OLD.size, 0);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.content_id IS NULL THEN
    PERFORM add_to_creator_storage(NEW.creator_id, 0, NEW.size, 0);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_open_bytes AFTER INSERT OR DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION keep_open_bytes();
--> statement-breakpoint
-- Not for the many updates that only say how far an upload has come.
CREATE TRIGGER keep_open_bytes_changed AFTER UPDATE ON uploads FOR EACH ROW
  WHEN (OLD.content_id IS DISTINCT FROM NEW.content_id OR OLD.size <> NEW.size) EXECUTE FUNCTION keep_open_bytes();
--> statement-breakpoint
INSERT INTO creator_storage SELECT creator_id, stored_bytes, open_bytes, item_count FROM creator_storage_summed;
