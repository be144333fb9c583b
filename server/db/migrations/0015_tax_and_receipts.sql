CREATE TABLE "receipt_progress" (
	"id" integer PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"purchase_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"posting_kind" text NOT NULL,
	"posting_reference" text NOT NULL,
	"original_id" bigint,
	"amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"tax_rate_bps" integer NOT NULL,
	"tax_kind" text NOT NULL,
	"currency" text NOT NULL,
	"buyer_country" text,
	"business_name" text NOT NULL,
	"vat_id" text NOT NULL,
	"title" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"seller" jsonb NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"supplied_at" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_year_number_key" UNIQUE("year","number"),
	CONSTRAINT "receipts_posting_kind_posting_reference_key" UNIQUE("posting_kind","posting_reference"),
	CONSTRAINT "receipts_number_valid" CHECK ("receipts"."number" > 0),
	CONSTRAINT "receipts_tax_rate_bps_valid" CHECK ("receipts"."tax_rate_bps" between 0 and 10000),
	CONSTRAINT "receipts_buyer_country_valid" CHECK ("receipts"."buyer_country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "receipts_currency_valid" CHECK ("receipts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "receipts_kind_valid" CHECK ("kind" in ('receipt', 'credit_note', 'credit_note_reversal')),
	CONSTRAINT "receipts_posting_kind_valid" CHECK ("posting_kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription')),
	CONSTRAINT "receipts_tax_kind_valid" CHECK ("tax_kind" in ('digital', 'ebook'))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"country" text NOT NULL,
	"kind" text NOT NULL,
	"rate_bps" integer NOT NULL,
	"valid_from" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tax_rates_country_kind_valid_from_key" UNIQUE("country","kind","valid_from"),
	CONSTRAINT "tax_rates_rate_bps_valid" CHECK ("tax_rates"."rate_bps" between 0 and 10000),
	CONSTRAINT "tax_rates_country_valid" CHECK ("tax_rates"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "tax_rates_kind_valid" CHECK ("kind" in ('digital', 'ebook'))
);
--> statement-breakpoint
ALTER TABLE "outbox_emails" DROP CONSTRAINT "outbox_emails_kind_valid";--> statement-breakpoint
ALTER TABLE "creator_monthly_rollups" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monthly_reports" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tax_kind" text DEFAULT 'digital' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "business_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "vat_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "withdrawal_consent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "withdrawal_consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_rate_bps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tax_refunded_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_purchase_id_idx" ON "receipts" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "receipts_booked_at_idx" ON "receipts" USING btree ("booked_at");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_buyer_country_valid" CHECK ("checkouts"."buyer_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_tax_kind_valid" CHECK ("tax_kind" in ('digital', 'ebook'));--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax_rate_bps_valid" CHECK ("purchases"."tax_rate_bps" between 0 and 10000);--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax_amount_valid" CHECK ("purchases"."tax_amount" between 0 and "purchases"."amount" - "purchases"."platform_fee_amount");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax_refunded_amount_valid" CHECK ("purchases"."tax_refunded_amount" between 0 and "purchases"."tax_amount");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_buyer_country_valid" CHECK ("purchases"."buyer_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "outbox_emails" ADD CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'buyer_data_link', 'buyer_data_erased', 'refund_requested', 'refund_rejected', 'refund_objected', 'refund_review_needed', 'refund_decided', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'payout_method_reminder', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_confirmation_needed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'follow_confirmation', 'follower_update', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'passkeys_removed', 'staff_invited', 'staff_removed', 'new_browser'));