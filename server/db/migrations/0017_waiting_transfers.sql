ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_object_type_valid";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_account_restriction" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_account_currency" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "transfer_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "attempt_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "wait_reason" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "provider_code" text;--> statement-breakpoint
CREATE INDEX "payouts_next_attempt_at_idx" ON "payouts" USING btree ("next_attempt_at") WHERE "payouts"."state" = 'processing' and "payouts"."method" = 'transfer';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_account_currency_valid" CHECK ("users"."provider_account_currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_account_restriction_valid" CHECK ("provider_account_restriction" in ('details_missing', 'in_review', 'bank_account_missing', 'transfers_inactive', 'rejected', 'disconnected'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_wait_reason_valid" CHECK ("wait_reason" in ('balance_insufficient', 'provider_busy', 'provider_unavailable'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'provider-unavailable', 'store-unavailable', 'mail-unavailable', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy'));--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_object_type_valid" CHECK ("object_type" in ('payment', 'refund', 'dispute', 'account', 'subscription', 'payout', 'platform_payout'));--> statement-breakpoint
-- Transfers that were sent before, and are not answered, keep their idempotency key and their age.
UPDATE "payouts" SET "attempt_started_at" = "created_at", "next_attempt_at" = "created_at" + interval '2 minutes'
  WHERE "state" = 'processing' AND "method" = 'transfer';
