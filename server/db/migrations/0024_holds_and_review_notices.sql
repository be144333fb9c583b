CREATE TABLE "payout_hold_changes" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"hold_days" integer NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_hold_changes_hold_days_valid" CHECK ("payout_hold_changes"."hold_days" >= 0)
);
--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "content_reviews" ADD COLUMN "notify_followers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'buyer_data_link', 'buyer_data_erased', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'payout_account_restricted', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_confirmation_needed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'passkeys_removed', 'staff_invited', 'staff_removed', 'new_browser', 'alert_raised', 'alert_digest', 'review_requested', 'content_approved', 'content_rejected', 'sign_up_invitation', 'sign_up_refused'));