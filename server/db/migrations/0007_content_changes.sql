-- Every process forgets its rendered pages of an item the moment a change of it is committed.
CREATE FUNCTION content_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('content_changed', NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER content_changed AFTER UPDATE ON contents FOR EACH ROW EXECUTE FUNCTION content_changed();
