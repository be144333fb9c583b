CREATE TABLE "pro_price" (
	"id" integer PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"monthly_price" bigint,
	"problem" text,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pro_price_id_valid" CHECK ("pro_price"."id" = 1),
	CONSTRAINT "pro_price_monthly_price_valid" CHECK (num_nonnulls("pro_price"."monthly_price", "pro_price"."problem") = 1 and "pro_price"."monthly_price" > 0)
);
--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "payment_url" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_source" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "monthly_price" bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "price_currency" text;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'free-surge', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-failing', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'account-debt', 'provider-unavailable', 'provider-refused', 'pro-price', 'store-unavailable', 'mail-unavailable', 'delivery-failed', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue', 'clock-skew'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_currency_valid" CHECK ("subscriptions"."price_currency" ~ '^[A-Z]{3}$');