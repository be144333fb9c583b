CREATE TABLE "invoice_reversals" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"invoice_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reversal_id" text,
	"state" text NOT NULL,
	"amount" bigint NOT NULL,
	"booked_amount" bigint DEFAULT 0 NOT NULL,
	"posting_count" integer DEFAULT 0 NOT NULL,
	"is_withdrawal" boolean DEFAULT false NOT NULL,
	"refund_attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_reversals_provider_provider_reversal_id_key" UNIQUE("provider","provider_reversal_id"),
	CONSTRAINT "invoice_reversals_amount_valid" CHECK ("invoice_reversals"."amount" > 0),
	CONSTRAINT "invoice_reversals_booked_amount_valid" CHECK ("invoice_reversals"."booked_amount" between 0 and "invoice_reversals"."amount"),
	CONSTRAINT "invoice_reversals_kind_valid" CHECK ("kind" in ('refund', 'dispute')),
	CONSTRAINT "invoice_reversals_state_valid" CHECK ("state" in ('requested', 'pending', 'succeeded', 'failed', 'inquiry', 'open', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_posting_kind_valid";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind_valid";--> statement-breakpoint
ALTER TABLE "ledger_rollups" DROP CONSTRAINT "ledger_rollups_kind_valid";--> statement-breakpoint
ALTER TABLE "posting_hashes" DROP CONSTRAINT "posting_hashes_kind_valid";--> statement-breakpoint
ALTER TABLE "posting_kinds" DROP CONSTRAINT "posting_kinds_kind_valid";--> statement-breakpoint
ALTER TABLE "unsealed_postings" DROP CONSTRAINT "unsealed_postings_kind_valid";--> statement-breakpoint
ALTER TABLE "monthly_reports" ADD COLUMN "pro_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monthly_reports" ADD COLUMN "pro_tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "refund_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "attempt_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "wait_reason" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "period_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "provider_payment_id" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "card_country" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "provider_fee_amount" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_rate_millionths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_treatment" text DEFAULT 'untaxed' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_country" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "stated_country" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "vat_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "returned_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_returned_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "last_request_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "applied_request_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "withdrawal_consent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "withdrawal_consent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoice_reversals" ADD CONSTRAINT "invoice_reversals_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_reversals_invoice_id_idx" ON "invoice_reversals" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_reversals_due_idx" ON "invoice_reversals" USING btree ("next_attempt_at") WHERE "invoice_reversals"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "invoices_without_fee_idx" ON "invoices" USING btree ("paid_at") WHERE "invoices"."provider_fee_amount" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_ending_idx" ON "subscriptions" USING btree ("id") WHERE "subscriptions"."end_reason" is not null and "subscriptions"."state" <> 'canceled';--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_provider_provider_payment_id_key" UNIQUE("provider","provider_payment_id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_posting_kind_valid" CHECK ("posting_kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "ledger_rollups" ADD CONSTRAINT "ledger_rollups_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "posting_hashes" ADD CONSTRAINT "posting_hashes_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "posting_kinds" ADD CONSTRAINT "posting_kinds_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "unsealed_postings" ADD CONSTRAINT "unsealed_postings_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_wait_reason_valid" CHECK ("wait_reason" in ('balance_insufficient'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_amount_valid" CHECK ("invoices"."tax_amount" between 0 and "invoices"."amount");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_returned_amount_valid" CHECK ("invoices"."returned_amount" between 0 and "invoices"."amount");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_returned_amount_valid" CHECK ("invoices"."tax_returned_amount" between 0 and "invoices"."tax_amount");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_rate_millionths_valid" CHECK ("invoices"."tax_rate_millionths" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_card_country_valid" CHECK ("invoices"."card_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_buyer_country_valid" CHECK ("invoices"."buyer_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_stated_country_valid" CHECK ("invoices"."stated_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tax_treatment_valid" CHECK ("tax_treatment" in ('taxed', 'untaxed', 'reverse_charge'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_end_reason_valid" CHECK ("end_reason" in ('refunded', 'disputed', 'withdrawn'));--> statement-breakpoint

-- What is returned of a payment of Pro. The list equals postingCategories in domain/ledger.ts.
INSERT INTO posting_kinds (kind, category) VALUES
  ('subscription_refund', 'platform'),
  ('subscription_refund_reversal', 'platform'),
  ('subscription_dispute', 'platform'),
  ('subscription_dispute_reversal', 'platform');
