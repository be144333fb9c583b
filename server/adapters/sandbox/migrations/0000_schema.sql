CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "sandbox"."connected_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"country" text,
	"state" text NOT NULL,
	"restriction" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connected_accounts_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "connected_accounts_country_valid" CHECK ("sandbox"."connected_accounts"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "connected_accounts_state_valid" CHECK ("state" in ('new', 'complete', 'restricted')),
	CONSTRAINT "connected_accounts_restriction_valid" CHECK ("restriction" in ('details_missing', 'in_review', 'bank_account_missing', 'transfers_inactive', 'rejected', 'disconnected'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."platform_balance" (
	"id" integer PRIMARY KEY NOT NULL,
	"available" bigint NOT NULL,
	CONSTRAINT "platform_balance_id_valid" CHECK ("sandbox"."platform_balance"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sandbox"."test_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_days" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."customers" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customers_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"last_response_status" text,
	CONSTRAINT "webhook_deliveries_type_valid" CHECK ("type" in ('payment.succeeded', 'payment.failed', 'payment.action_required', 'payment.processing', 'payment.canceled', 'payment.refunded', 'refund.failed', 'dispute.opened', 'dispute.updated', 'dispute.closed', 'account.updated', 'capability.updated', 'balance.available', 'payout.paid', 'payout.failed', 'transfer.created', 'transfer.reversed', 'subscription.updated'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "disputes_payment_id_unique" UNIQUE("payment_id"),
	CONSTRAINT "disputes_state_valid" CHECK ("state" in ('inquiry', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."onboarding_links" (
	"token" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"return_url" text NOT NULL,
	"refresh_url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"client_secret" text NOT NULL,
	"checkout_id" text,
	"content_id" bigint,
	"subscription_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"buyer_email" text,
	"receipt_email" text,
	"state" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"return_url" text,
	"succeeds_at" timestamp (3) with time zone,
	"dispute_opens_at" timestamp (3) with time zone,
	"test_card" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_intents_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payment_intents_amount_valid" CHECK ("sandbox"."payment_intents"."amount" > 0),
	CONSTRAINT "payment_intents_currency_valid" CHECK ("sandbox"."payment_intents"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payment_intents_state_valid" CHECK ("state" in ('open', 'action_required', 'processing', 'paid', 'canceled'))
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
CREATE TABLE "sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"fails_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_amount_valid" CHECK ("sandbox"."refunds"."amount" > 0),
	CONSTRAINT "refunds_reason_valid" CHECK ("reason" in ('requested', 'undeliverable', 'duplicate')),
	CONSTRAINT "refunds_state_valid" CHECK ("state" in ('pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"customer_id" text NOT NULL,
	"state" text NOT NULL,
	"test_card" text,
	"started_at" timestamp (3) with time zone,
	"current_period_end" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"next_renewal_at" timestamp (3) with time zone,
	"failed_charge_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "subscriptions_state_valid" CHECK ("state" in ('incomplete', 'active', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "sandbox"."transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"account_id" text NOT NULL,
	"payout_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"failure_code" text,
	"reversal_idempotency_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfers_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "transfers_currency_valid" CHECK ("sandbox"."transfers"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "transfers_state_valid" CHECK ("state" in ('paid', 'failed', 'reversed'))
);
--> statement-breakpoint
ALTER TABLE "sandbox"."disputes" ADD CONSTRAINT "disputes_payment_id_payment_intents_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."onboarding_links" ADD CONSTRAINT "onboarding_links_account_id_connected_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "sandbox"."connected_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD CONSTRAINT "payment_intents_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "sandbox"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" ADD CONSTRAINT "refunds_payment_id_payment_intents_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "sandbox"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connected_accounts_user_id_idx" ON "sandbox"."connected_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "connected_accounts_created_at_id_idx" ON "sandbox"."connected_accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "sandbox"."webhook_deliveries" USING btree ("next_attempt_at") WHERE "sandbox"."webhook_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_id_idx" ON "sandbox"."webhook_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_object_id_idx" ON "sandbox"."webhook_deliveries" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "invoices_subscription_id_idx" ON "sandbox"."invoices" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "onboarding_links_account_id_idx" ON "sandbox"."onboarding_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payment_intents_processing_idx" ON "sandbox"."payment_intents" USING btree ("succeeds_at") WHERE "sandbox"."payment_intents"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "payment_intents_dispute_opens_at_idx" ON "sandbox"."payment_intents" USING btree ("dispute_opens_at") WHERE "sandbox"."payment_intents"."dispute_opens_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_intents_created_at_id_idx" ON "sandbox"."payment_intents" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_intents_subscription_id_idx" ON "sandbox"."payment_intents" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "platform_payouts_created_at_idx" ON "sandbox"."platform_payouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_idx" ON "sandbox"."refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_fails_at_idx" ON "sandbox"."refunds" USING btree ("fails_at") WHERE "sandbox"."refunds"."fails_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_customer_id_idx" ON "sandbox"."subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_due_idx" ON "sandbox"."subscriptions" USING btree ("next_renewal_at") WHERE "sandbox"."subscriptions"."next_renewal_at" is not null;--> statement-breakpoint
CREATE INDEX "transfers_account_id_idx" ON "sandbox"."transfers" USING btree ("account_id");
