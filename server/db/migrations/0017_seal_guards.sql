-- Whoever writes a posting leaves a mark that it is to be sealed; a sealed posting takes no more entries.
CREATE FUNCTION ledger_to_be_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM posting_seals JOIN added USING (kind, reference)
  ) THEN
    RAISE EXCEPTION 'a sealed posting takes no more entries' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO unsealed_postings (kind, reference, entry_id)
    SELECT kind, reference, min(id) FROM added GROUP BY kind, reference
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_to_be_sealed AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_to_be_sealed();
--> statement-breakpoint
CREATE TRIGGER posting_seals_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON posting_seals
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
-- What is in the books already is sealed next.
INSERT INTO unsealed_postings (kind, reference, entry_id)
  SELECT kind, reference, min(id) FROM ledger_entries GROUP BY kind, reference
  ON CONFLICT DO NOTHING;
