-- Renames keep each index and constraint; nothing is built again.
ALTER INDEX "sandbox"."subscriptions_customer" RENAME TO "subscriptions_customer_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."subscriptions_due" RENAME TO "subscriptions_due_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."invoices_subscription" RENAME TO "invoices_subscription_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."payment_intents_due" RENAME TO "payment_intents_processing_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."payment_intents_disputes" RENAME TO "payment_intents_dispute_opens_at_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."payment_intents_newest" RENAME TO "payment_intents_created_at_id_idx";--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" RENAME CONSTRAINT "payment_intents_amount" TO "payment_intents_amount_valid";--> statement-breakpoint
ALTER INDEX "sandbox"."payment_intents_subscription_id" RENAME TO "payment_intents_subscription_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."refunds_payment" RENAME TO "refunds_payment_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."refunds_failing" RENAME TO "refunds_fails_at_idx";--> statement-breakpoint
ALTER TABLE "sandbox"."refunds" RENAME CONSTRAINT "refunds_amount" TO "refunds_amount_valid";--> statement-breakpoint
ALTER INDEX "sandbox"."webhook_deliveries_due" RENAME TO "webhook_deliveries_due_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."webhook_deliveries_newest" RENAME TO "webhook_deliveries_created_at_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."webhook_deliveries_object" RENAME TO "webhook_deliveries_object_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."connected_accounts_user" RENAME TO "connected_accounts_user_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."onboarding_links_account_id" RENAME TO "onboarding_links_account_id_idx";--> statement-breakpoint
ALTER INDEX "sandbox"."transfers_account" RENAME TO "transfers_account_id_idx";--> statement-breakpoint
ALTER TABLE "sandbox"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_type_valid" CHECK ("type" in ('payment.succeeded', 'payment.failed', 'payment.action_required', 'payment.processing', 'payment.canceled', 'payment.refunded', 'refund.failed', 'dispute.opened', 'dispute.updated', 'dispute.closed', 'account.updated', 'transfer.created', 'transfer.reversed', 'subscription.updated'));--> statement-breakpoint
ALTER TABLE "sandbox"."payment_intents" ADD CONSTRAINT "payment_intents_currency_valid" CHECK ("sandbox"."payment_intents"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "sandbox"."transfers" ADD CONSTRAINT "transfers_currency_valid" CHECK ("sandbox"."transfers"."currency" ~ '^[A-Z]{3}$');
