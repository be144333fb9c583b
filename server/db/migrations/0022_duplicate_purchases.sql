-- Searches by the email first, whatever PostgreSQL estimates: on a popular item, an hour has many purchases. Of two
-- purchases of one statement only the second is flagged.
CREATE OR REPLACE FUNCTION flag_duplicate_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
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
