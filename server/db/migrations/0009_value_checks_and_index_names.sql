-- Renames keep each index and constraint; nothing is built again.
ALTER INDEX "sessions_user" RENAME TO "sessions_user_id_idx";--> statement-breakpoint
ALTER INDEX "oauth_accounts_user" RENAME TO "oauth_accounts_user_id_idx";--> statement-breakpoint
ALTER INDEX "passkeys_user" RENAME TO "passkeys_user_id_idx";--> statement-breakpoint
ALTER TABLE "sign_in_codes" RENAME CONSTRAINT "sign_in_codes_email_browser_key" TO "sign_in_codes_email_browser_hash_key";--> statement-breakpoint
ALTER INDEX "sign_in_codes_expires_idx" RENAME TO "sign_in_codes_expires_at_idx";--> statement-breakpoint
ALTER INDEX "verifications_identifier" RENAME TO "verifications_identifier_idx";--> statement-breakpoint
ALTER INDEX "handle_redirects_user" RENAME TO "handle_redirects_user_id_idx";--> statement-breakpoint
ALTER INDEX "audit_log_subject" RENAME TO "audit_log_target_idx";--> statement-breakpoint
ALTER INDEX "audit_log_act" RENAME TO "audit_log_action_id_idx";--> statement-breakpoint
ALTER INDEX "content_reports_content" RENAME TO "content_reports_content_id_state_idx";--> statement-breakpoint
ALTER INDEX "content_reports_state" RENAME TO "content_reports_state_created_at_idx";--> statement-breakpoint
ALTER INDEX "duplicate_purchases_new" RENAME TO "duplicate_purchases_open_idx";--> statement-breakpoint
ALTER INDEX "duplicate_purchases_earlier_id" RENAME TO "duplicate_purchases_original_purchase_id_idx";--> statement-breakpoint
ALTER INDEX "creator_monthly_rollups_month" RENAME TO "creator_monthly_rollups_month_idx";--> statement-breakpoint
ALTER INDEX "creator_monthly_sales_rollups_month" RENAME TO "creator_monthly_sales_rollups_month_idx";--> statement-breakpoint
ALTER INDEX "monthly_report_lines_creator_id" RENAME TO "monthly_report_lines_creator_id_idx";--> statement-breakpoint
ALTER INDEX "files_creator_id" RENAME TO "files_creator_id_idx";--> statement-breakpoint
ALTER INDEX "files_retired" RENAME TO "files_unreferenced_idx";--> statement-breakpoint
ALTER INDEX "content_items_creator" RENAME TO "content_items_creator_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "content_items_shelf" RENAME TO "content_items_newest_idx";--> statement-breakpoint
ALTER INDEX "content_items_prices" RENAME TO "content_items_price_amount_idx";--> statement-breakpoint
ALTER INDEX "content_items_categories" RENAME TO "content_items_category_idx";--> statement-breakpoint
ALTER INDEX "content_items_file" RENAME TO "content_items_file_id_idx";--> statement-breakpoint
ALTER TABLE "content_items" RENAME CONSTRAINT "content_items_price" TO "content_items_price_amount_valid";--> statement-breakpoint
ALTER TABLE "content_items" RENAME CONSTRAINT "content_items_suggested_amount" TO "content_items_suggested_amount_valid";--> statement-breakpoint
ALTER TABLE "content_items" RENAME CONSTRAINT "content_items_preview_focus" TO "content_items_preview_focus_valid";--> statement-breakpoint
ALTER TABLE "teaser_parts" RENAME CONSTRAINT "teaser_parts_position" TO "teaser_parts_content_id_kind_position_key";--> statement-breakpoint
ALTER INDEX "teaser_parts_creator" RENAME TO "teaser_parts_creator_id_idx";--> statement-breakpoint
ALTER TABLE "followers" RENAME CONSTRAINT "followers_email" TO "followers_creator_id_email_key";--> statement-breakpoint
ALTER INDEX "followers_confirmed" RENAME TO "followers_confirmed_idx";--> statement-breakpoint
ALTER TABLE "ledger_entries" RENAME CONSTRAINT "ledger_entries_once" TO "ledger_entries_kind_reference_account_key";--> statement-breakpoint
ALTER INDEX "ledger_entries_account" RENAME TO "ledger_entries_account_created_at_idx";--> statement-breakpoint
ALTER INDEX "ledger_entries_reversals" RENAME TO "ledger_entries_reversals_idx";--> statement-breakpoint
ALTER INDEX "unsealed_postings_oldest" RENAME TO "unsealed_postings_first_entry_id_idx";--> statement-breakpoint
ALTER TABLE "posting_hashes" RENAME CONSTRAINT "posting_hashes_once" TO "posting_hashes_kind_reference_key";--> statement-breakpoint
ALTER INDEX "payout_runs_running" RENAME TO "payout_runs_running_key";--> statement-breakpoint
ALTER INDEX "payout_runs_newest" RENAME TO "payout_runs_created_at_idx";--> statement-breakpoint
ALTER INDEX "payout_runs_started_by" RENAME TO "payout_runs_created_by_idx";--> statement-breakpoint
ALTER TABLE "payouts" RENAME CONSTRAINT "payouts_transfer" TO "payouts_provider_provider_transfer_id_key";--> statement-breakpoint
ALTER INDEX "payouts_creator" RENAME TO "payouts_creator_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "payouts_newest" RENAME TO "payouts_created_at_id_idx";--> statement-breakpoint
ALTER INDEX "payouts_processing" RENAME TO "payouts_processing_idx";--> statement-breakpoint
ALTER TABLE "payouts" RENAME CONSTRAINT "payouts_amount" TO "payouts_amount_valid";--> statement-breakpoint
ALTER INDEX "payouts_run_id" RENAME TO "payouts_run_id_idx";--> statement-breakpoint
ALTER INDEX "payout_run_items_waiting" RENAME TO "payout_run_items_pending_idx";--> statement-breakpoint
ALTER INDEX "payout_run_items_creator_id" RENAME TO "payout_run_items_creator_id_idx";--> statement-breakpoint
ALTER TABLE "checkouts" RENAME CONSTRAINT "checkouts_payment" TO "checkouts_provider_provider_payment_id_key";--> statement-breakpoint
ALTER INDEX "checkouts_browser" RENAME TO "checkouts_buyer_cookie_hash_content_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "checkouts_content" RENAME TO "checkouts_content_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "checkouts_created" RENAME TO "checkouts_created_at_idx";--> statement-breakpoint
ALTER INDEX "checkouts_creator" RENAME TO "checkouts_creator_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "checkouts_due" RENAME TO "checkouts_due_idx";--> statement-breakpoint
ALTER INDEX "checkouts_declined" RENAME TO "checkouts_declined_idx";--> statement-breakpoint
ALTER TABLE "checkouts" RENAME CONSTRAINT "checkouts_amount" TO "checkouts_amount_valid";--> statement-breakpoint
ALTER INDEX "purchases_unchecked" RENAME TO "purchases_delivery_unverified_idx";--> statement-breakpoint
ALTER INDEX "purchases_content" RENAME TO "purchases_content_id_paid_at_id_idx";--> statement-breakpoint
ALTER INDEX "purchases_paid" RENAME TO "purchases_paid_at_idx";--> statement-breakpoint
ALTER INDEX "purchases_email" RENAME TO "purchases_buyer_email_idx";--> statement-breakpoint
ALTER INDEX "purchases_creator" RENAME TO "purchases_creator_id_paid_at_id_idx";--> statement-breakpoint
ALTER INDEX "purchases_creator_email" RENAME TO "purchases_creator_id_buyer_email_idx";--> statement-breakpoint
ALTER INDEX "purchases_reversed" RENAME TO "purchases_reversed_idx";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "purchases_refunded" TO "purchases_refunded_amount_valid";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "purchases_disputed" TO "purchases_disputed_amount_valid";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "purchases_fee_returned" TO "purchases_platform_fee_refunded_amount_valid";--> statement-breakpoint
ALTER TABLE "purchases" RENAME CONSTRAINT "purchases_fee" TO "purchases_platform_fee_amount_valid";--> statement-breakpoint
ALTER INDEX "access_grants_content_id" RENAME TO "access_grants_content_id_idx";--> statement-breakpoint
ALTER INDEX "access_links_purchase_id" RENAME TO "access_links_purchase_id_idx";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_provider" TO "refunds_provider_provider_refund_id_key";--> statement-breakpoint
ALTER TABLE "refunds" RENAME CONSTRAINT "refunds_amount" TO "refunds_amount_valid";--> statement-breakpoint
ALTER INDEX "refunds_purchase_id" RENAME TO "refunds_purchase_id_idx";--> statement-breakpoint
ALTER INDEX "refund_requests_purchase" RENAME TO "refund_requests_purchase_id_idx";--> statement-breakpoint
ALTER INDEX "refund_requests_waiting" RENAME TO "refund_requests_requested_idx";--> statement-breakpoint
ALTER INDEX "refund_requests_unanswered" RENAME TO "refund_requests_creator_deadline_at_idx";--> statement-breakpoint
ALTER INDEX "refund_requests_in_review" RENAME TO "refund_requests_in_review_idx";--> statement-breakpoint
ALTER INDEX "refund_requests_going" RENAME TO "refund_requests_processing_idx";--> statement-breakpoint
ALTER TABLE "refund_requests" RENAME CONSTRAINT "refund_requests_amount" TO "refund_requests_amount_valid";--> statement-breakpoint
ALTER INDEX "refund_requests_decided_by" RENAME TO "refund_requests_decided_by_idx";--> statement-breakpoint
ALTER TABLE "disputes" RENAME CONSTRAINT "disputes_provider" TO "disputes_provider_provider_dispute_id_key";--> statement-breakpoint
ALTER INDEX "disputes_purchase_id" RENAME TO "disputes_purchase_id_idx";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME CONSTRAINT "subscriptions_provider" TO "subscriptions_provider_provider_subscription_id_key";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME CONSTRAINT "subscriptions_ordinal" TO "subscriptions_user_id_sequence_number_key";--> statement-breakpoint
ALTER INDEX "subscriptions_one" RENAME TO "subscriptions_current_key";--> statement-breakpoint
ALTER INDEX "subscriptions_due" RENAME TO "subscriptions_due_idx";--> statement-breakpoint
ALTER TABLE "invoices" RENAME CONSTRAINT "invoices_provider" TO "invoices_provider_provider_invoice_id_key";--> statement-breakpoint
ALTER INDEX "invoices_subscription" RENAME TO "invoices_subscription_id_paid_at_idx";--> statement-breakpoint
ALTER TABLE "invoices" RENAME CONSTRAINT "invoices_amount" TO "invoices_amount_valid";--> statement-breakpoint
ALTER TABLE "outbox_emails" RENAME CONSTRAINT "outbox_emails_once" TO "outbox_emails_kind_dedupe_key_key";--> statement-breakpoint
ALTER INDEX "outbox_emails_purchase" RENAME TO "outbox_emails_purchase_id_idx";--> statement-breakpoint
ALTER INDEX "outbox_emails_waiting" RENAME TO "outbox_emails_unsent_idx";--> statement-breakpoint
ALTER TABLE "alerts" RENAME CONSTRAINT "alerts_once" TO "alerts_kind_target_key";--> statement-breakpoint
ALTER INDEX "feedback_inbox" RENAME TO "feedback_state_is_pro_created_at_idx";--> statement-breakpoint
ALTER INDEX "test_purchases_creator" RENAME TO "test_purchases_creator_id_created_at_idx";--> statement-breakpoint
ALTER TABLE "test_purchases" RENAME CONSTRAINT "test_purchases_amount" TO "test_purchases_amount_valid";--> statement-breakpoint
ALTER INDEX "test_purchases_content_id" RENAME TO "test_purchases_content_id_idx";--> statement-breakpoint
ALTER INDEX "uploads_creator" RENAME TO "uploads_creator_id_created_at_idx";--> statement-breakpoint
ALTER INDEX "uploads_open" RENAME TO "uploads_open_idx";--> statement-breakpoint
ALTER INDEX "uploads_touched" RENAME TO "uploads_last_activity_at_idx";--> statement-breakpoint
ALTER INDEX "uploads_content_id" RENAME TO "uploads_content_id_idx";--> statement-breakpoint
ALTER INDEX "content_daily_rollups_day" RENAME TO "content_daily_rollups_day_content_id_idx";--> statement-breakpoint
ALTER INDEX "webhook_events_waiting" RENAME TO "webhook_events_unprocessed_idx";--> statement-breakpoint
-- Kinds of alerts that have another name now. An alert with the new name stays.
DELETE FROM alerts old USING alerts renamed
  WHERE old.target = renamed.target AND (old.kind, renamed.kind) IN (
    ('file-gone', 'file-missing'), ('refund-refused', 'refund-rejected'), ('transfer-refused', 'transfer-rejected'),
    ('provider-away', 'provider-unavailable'), ('store-away', 'store-unavailable'));--> statement-breakpoint
UPDATE alerts SET kind = CASE kind
    WHEN 'file-gone' THEN 'file-missing'
    WHEN 'refund-refused' THEN 'refund-rejected'
    WHEN 'transfer-refused' THEN 'transfer-rejected'
    WHEN 'provider-away' THEN 'provider-unavailable'
    ELSE 'store-unavailable'
  END
  WHERE kind IN ('file-gone', 'refund-refused', 'transfer-refused', 'provider-away', 'store-away');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payout_method_valid" CHECK ("payout_method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_provider_account_state_valid" CHECK ("provider_account_state" in ('new', 'complete', 'restricted'));--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_reason_valid" CHECK ("reason" in ('illegal', 'copyright', 'harmful', 'misleading', 'spam', 'other'));--> statement-breakpoint
ALTER TABLE "creator_monthly_rollups" ADD CONSTRAINT "creator_monthly_rollups_currency_valid" CHECK ("creator_monthly_rollups"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_payout_method_valid" CHECK ("payout_method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'));--> statement-breakpoint
ALTER TABLE "monthly_reports" ADD CONSTRAINT "monthly_reports_currency_valid" CHECK ("monthly_reports"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_currency_valid" CHECK ("content_items"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_currency_valid" CHECK ("ledger_entries"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "ledger_rollups" ADD CONSTRAINT "ledger_rollups_currency_valid" CHECK ("ledger_rollups"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "posting_kinds" ADD CONSTRAINT "posting_kinds_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_currency_valid" CHECK ("payouts"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_currency_valid" CHECK ("checkouts"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_currency_valid" CHECK ("purchases"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_currency_valid" CHECK ("invoices"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'provider-unavailable', 'store-unavailable', 'mail-unavailable', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy'));--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_type_valid" CHECK ("type" in ('bug', 'feature', 'improvement', 'general'));--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_currency_valid" CHECK ("instance"."currency" ~ '^[A-Z]{3}$');--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_currency_valid" CHECK ("test_purchases"."currency" ~ '^[A-Z]{3}$');
