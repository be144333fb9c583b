-- Kept at commit, when the creator's lock is held by whoever sells or pays back: kept as the row is written, a sale that
-- waits for that lock and a refund that holds it would wait for each other.
DROP TRIGGER keep_creator_sales ON purchases;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER keep_creator_sales AFTER INSERT OR UPDATE ON purchases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_creator_sales();
