CREATE TABLE "content_reviews" (
	"content_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_email" text,
	CONSTRAINT "content_reviews_state_valid" CHECK ("state" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"changed_by_email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_page_versions" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"page" text NOT NULL,
	"markdown" text NOT NULL,
	"published_by_email" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_page_versions_page_valid" CHECK ("page" in ('terms', 'privacy', 'refunds', 'imprint'))
);
--> statement-breakpoint
CREATE TABLE "sign_up_invitations" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"email" text NOT NULL,
	"invited_by_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "sign_up_invitations_email_key" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_category_valid";--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "content_reviews" ADD CONSTRAINT "content_reviews_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_reviews_state_requested_at_idx" ON "content_reviews" USING btree ("state","requested_at");--> statement-breakpoint
CREATE INDEX "legal_page_versions_page_id_idx" ON "legal_page_versions" USING btree ("page","id");--> statement-breakpoint
CREATE INDEX "sign_up_invitations_created_at_idx" ON "sign_up_invitations" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_category_valid" CHECK ("content_items"."category" ~ '^[a-z0-9]+(-[a-z0-9]+)*$');--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'buyer_data_link', 'buyer_data_erased', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_confirmation_needed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'passkeys_removed', 'staff_invited', 'staff_removed', 'new_browser', 'alert_raised', 'alert_digest', 'review_requested', 'content_approved', 'content_rejected', 'sign_up_invitation', 'sign_up_refused'));--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON legal_page_versions
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
