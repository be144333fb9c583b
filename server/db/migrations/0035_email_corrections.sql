CREATE TABLE "purchase_email_corrections" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"corrected_by" text NOT NULL,
	"old_email_masked" text NOT NULL,
	"new_email_masked" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchase_email_corrections_corrected_by_valid" CHECK ("corrected_by" in ('buyer', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "access_grants" ADD COLUMN "token_replaced_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase_email_corrections" ADD CONSTRAINT "purchase_email_corrections_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_email_corrections_purchase_id_idx" ON "purchase_email_corrections" USING btree ("purchase_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_email_corrections_buyer_key" ON "purchase_email_corrections" USING btree ("purchase_id") WHERE "purchase_email_corrections"."corrected_by" = 'buyer';--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'buyer_data_link', 'buyer_data_erased', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'purchase_email_corrected', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'payout_account_restricted', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_confirmation_needed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'passkey_removed', 'passkey_refused', 'passkeys_removed', 'owner_changed', 'staff_invited', 'staff_removed', 'new_browser', 'alert_raised', 'alert_digest', 'review_requested', 'content_approved', 'content_rejected', 'sign_up_invitation', 'sign_up_refused'));