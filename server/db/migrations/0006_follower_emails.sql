ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'new_browser'));--> statement-breakpoint

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
