CREATE TABLE "sandbox"."platform_balance" (
	"id" integer PRIMARY KEY NOT NULL,
	"available" bigint NOT NULL,
	CONSTRAINT "platform_balance_id_valid" CHECK ("sandbox"."platform_balance"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."platform_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"failure_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_payouts_amount_valid" CHECK ("sandbox"."platform_payouts"."amount" > 0),
	CONSTRAINT "platform_payouts_currency_valid" CHECK ("sandbox"."platform_payouts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "platform_payouts_state_valid" CHECK ("state" in ('paid', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "sandbox"."webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_type_valid";--> statement-breakpoint
ALTER TABLE "sandbox"."connected_accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "sandbox"."connected_accounts" ADD COLUMN "restriction" text;--> statement-breakpoint
CREATE INDEX "platform_payouts_created_at_idx" ON "sandbox"."platform_payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "connected_accounts_created_at_id_idx" ON "sandbox"."connected_accounts" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "sandbox"."connected_accounts" ADD CONSTRAINT "connected_accounts_country_valid" CHECK ("sandbox"."connected_accounts"."country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "sandbox"."connected_accounts" ADD CONSTRAINT "connected_accounts_restriction_valid" CHECK ("restriction" in ('details_missing', 'in_review', 'bank_account_missing', 'transfers_inactive', 'rejected', 'disconnected'));--> statement-breakpoint
ALTER TABLE "sandbox"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_type_valid" CHECK ("type" in ('payment.succeeded', 'payment.failed', 'payment.action_required', 'payment.processing', 'payment.canceled', 'payment.refunded', 'refund.failed', 'dispute.opened', 'dispute.updated', 'dispute.closed', 'account.updated', 'capability.updated', 'payout.paid', 'payout.failed', 'transfer.created', 'transfer.reversed', 'subscription.updated'));