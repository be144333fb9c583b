CREATE TABLE "provider_balance_transactions" (
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"source_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_balance_transactions_provider_transaction_id_pk" PRIMARY KEY("provider","transaction_id"),
	CONSTRAINT "provider_balance_transactions_currency_valid" CHECK ("provider_balance_transactions"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "provider_balance_transactions_kind_valid" CHECK ("kind" in ('payment', 'refund', 'dispute', 'transfer', 'platform_payout', 'provider_charge', 'other'))
);
--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_posting_kind_valid";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind_valid";--> statement-breakpoint
ALTER TABLE "ledger_rollups" DROP CONSTRAINT "ledger_rollups_kind_valid";--> statement-breakpoint
ALTER TABLE "posting_hashes" DROP CONSTRAINT "posting_hashes_kind_valid";--> statement-breakpoint
ALTER TABLE "posting_kinds" DROP CONSTRAINT "posting_kinds_kind_valid";--> statement-breakpoint
ALTER TABLE "unsealed_postings" DROP CONSTRAINT "unsealed_postings_kind_valid";--> statement-breakpoint
CREATE INDEX "provider_balance_transactions_created_at_idx" ON "provider_balance_transactions" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_posting_kind_valid" CHECK ("posting_kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "ledger_rollups" ADD CONSTRAINT "ledger_rollups_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "posting_hashes" ADD CONSTRAINT "posting_hashes_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "posting_kinds" ADD CONSTRAINT "posting_kinds_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint
ALTER TABLE "unsealed_postings" ADD CONSTRAINT "unsealed_postings_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'provider_charge', 'platform_payout', 'payout', 'payout_paid', 'payout_return', 'subscription', 'subscription_refund', 'subscription_refund_reversal', 'subscription_dispute', 'subscription_dispute_reversal'));--> statement-breakpoint

-- The platform's own money at the card provider. The list equals postingCategories in domain/ledger.ts.
INSERT INTO posting_kinds (kind, category) VALUES ('provider_charge', 'platform'), ('platform_payout', 'platform');
