CREATE TABLE "sandbox"."balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "balance_transactions_currency_valid" CHECK ("sandbox"."balance_transactions"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "balance_transactions_kind_valid" CHECK ("kind" in ('payment', 'refund', 'dispute', 'transfer', 'platform_payout', 'provider_charge', 'other'))
);
--> statement-breakpoint
CREATE INDEX "balance_transactions_created_at_id_idx" ON "sandbox"."balance_transactions" USING btree ("created_at","id");--> statement-breakpoint

-- What moved before.
INSERT INTO sandbox.balance_transactions (id, kind, source_id, amount, currency, created_at)
SELECT 'txn_sbx_' || p.id, 'payment', p.id, p.amount, p.currency, p.updated_at FROM sandbox.payment_intents p WHERE p.state = 'paid'
UNION ALL SELECT 'txn_sbx_' || r.id, 'refund', r.id, -r.amount, p.currency, r.created_at
  FROM sandbox.refunds r JOIN sandbox.payment_intents p ON p.id = r.payment_id WHERE r.state <> 'failed'
UNION ALL SELECT 'txn_sbx_' || d.id, 'dispute', d.id, -d.amount, p.currency, d.created_at
  FROM sandbox.disputes d JOIN sandbox.payment_intents p ON p.id = d.payment_id WHERE d.state IN ('open', 'lost')
UNION ALL SELECT 'txn_sbx_' || t.id, 'transfer', t.id, -t.amount, t.currency, t.created_at FROM sandbox.transfers t WHERE t.state = 'paid'
UNION ALL SELECT 'txn_sbx_' || o.id, 'platform_payout', o.id, -o.amount, o.currency, o.created_at
  FROM sandbox.platform_payouts o WHERE o.state = 'paid';
