CREATE TABLE "staff_invitations" (
	"email" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_role_valid" CHECK ("role" in ('admin', 'accountant'))
);
--> statement-breakpoint
CREATE TABLE "payout_calendar" (
	"id" integer PRIMARY KEY NOT NULL,
	"day_of_month" integer NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"last_run_id" bigint,
	CONSTRAINT "payout_calendar_id_valid" CHECK ("payout_calendar"."id" = 1),
	CONSTRAINT "payout_calendar_day_of_month_valid" CHECK ("payout_calendar"."day_of_month" between 1 and 28)
);
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "payout_runs" ALTER COLUMN "created_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passkey_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_mask" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "destination_mask" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "confirmation_url" text;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_calendar" ADD CONSTRAINT "payout_calendar_last_run_id_payout_runs_id_fk" FOREIGN KEY ("last_run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_invitations_invited_by_idx" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "payout_calendar_last_run_id_idx" ON "payout_calendar" USING btree ("last_run_id");--> statement-breakpoint
CREATE INDEX "users_role_idx" ON "users" USING btree ("role") WHERE "users"."role" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_country_valid" CHECK ("users"."country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_valid" CHECK ("role" in ('admin', 'accountant'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-key-missing', 'provider-unavailable', 'store-unavailable', 'mail-unavailable', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy'));--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_confirmation_needed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'passkeys_removed', 'staff_invited', 'staff_removed', 'new_browser'));
--> statement-breakpoint
-- Closed reports and the audit log showed payout details in clear. These tables are append-only, so that nobody edits
-- the past unseen; this migration replaces the details by their masks once. The rows that pay someone are encrypted by
-- a job, which has the key.
CREATE FUNCTION pg_temp.mask_destination(destination text) RETURNS text LANGUAGE sql AS $$
  SELECT CASE
    WHEN position('@' IN destination) > 1 THEN left(destination, 1) || '•••' || regexp_replace(destination, '^.*@', '@')
    WHEN destination ~ '^[@$]' THEN left(destination, 2) || '•••'
    WHEN destination LIKE '(%' THEN '•••' || right(destination, 4)
    WHEN destination ~ ', (IBAN|routing \d+, account) [A-Z0-9]+$' THEN 'account ending in ' || right(destination, 4)
    ELSE destination
  END
$$;
--> statement-breakpoint
ALTER TABLE monthly_report_lines DISABLE TRIGGER reject_mutation;--> statement-breakpoint
UPDATE monthly_report_lines SET payout_email = pg_temp.mask_destination(payout_email)
  WHERE payout_email IS NOT NULL;--> statement-breakpoint
ALTER TABLE monthly_report_lines ENABLE TRIGGER reject_mutation;--> statement-breakpoint
ALTER TABLE audit_log DISABLE TRIGGER reject_mutation;--> statement-breakpoint
UPDATE audit_log SET old_values = old_values || jsonb_build_object('to', pg_temp.mask_destination(old_values->>'to'))
  WHERE action IN ('markPayoutPaid', 'markPayoutReturned') AND old_values ? 'to';--> statement-breakpoint
ALTER TABLE audit_log ENABLE TRIGGER reject_mutation;
