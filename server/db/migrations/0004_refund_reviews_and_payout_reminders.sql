ALTER TABLE "refund_requests" DROP CONSTRAINT "refund_requests_state_valid";--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_reminder_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "creator_deadline_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "objected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "objection_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "refund_requests_unanswered" ON "refund_requests" USING btree ("creator_deadline_at") WHERE "refund_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "refund_requests_in_review" ON "refund_requests" USING btree ("objected_at") WHERE "refund_requests"."state" = 'in_review';--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_state_valid" CHECK ("state" in ('requested', 'in_review', 'processing', 'refunded', 'rejected', 'failed'));--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'new_browser'));
--> statement-breakpoint
-- Creators get the full time for requests that were made before there was a deadline.
UPDATE refund_requests SET creator_deadline_at = now() + interval '72 hours'
  WHERE state = 'requested' AND requested_by = 'buyer';
--> statement-breakpoint
-- The same item at a fixed price bought again with the same email within an hour, while the first purchase stands: an
-- administrator reviews it. Fans pay what they want more than once on purpose.
CREATE OR REPLACE FUNCTION flag_duplicate_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.buyer_email = '' THEN RETURN NULL; END IF;
  INSERT INTO duplicate_purchases (purchase_id, original_purchase_id, created_at)
  SELECT NEW.id, original.id, NEW.paid_at FROM purchases original
  JOIN content_items item ON item.id = original.content_id AND item.pricing_model = 'fixed'
  WHERE lower(original.buyer_email) = lower(NEW.buyer_email) AND original.content_id = NEW.content_id
    AND original.id <> NEW.id AND original.refunded_amount < original.amount
    AND original.paid_at BETWEEN NEW.paid_at - interval '1 hour' AND NEW.paid_at + interval '1 hour'
  ORDER BY original.paid_at DESC LIMIT 1
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE duplicate_purchases flagged SET dismissed_at = now()
  FROM purchases later, purchases original, content_items item
  WHERE flagged.dismissed_at IS NULL AND later.id = flagged.purchase_id AND original.id = flagged.original_purchase_id
    AND item.id = later.content_id
    AND (item.pricing_model <> 'fixed' OR later.paid_at > original.paid_at + interval '1 hour');
