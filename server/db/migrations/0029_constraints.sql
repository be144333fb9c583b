CREATE INDEX "double_purchases_earlier_id" ON "double_purchases" USING btree ("earlier_id");--> statement-breakpoint
CREATE INDEX "monthly_report_lines_creator_id" ON "monthly_report_lines" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "files_creator_id" ON "files" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "payout_run_lines_creator_id" ON "payout_run_lines" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "payout_runs_started_by" ON "payout_runs" USING btree ("started_by");--> statement-breakpoint
CREATE INDEX "payouts_run_id" ON "payouts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "access_links_purchase_id" ON "access_links" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "disputes_purchase_id" ON "disputes" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "grants_content_id" ON "grants" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "refund_requests_decided_by" ON "refund_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "refunds_purchase_id" ON "refunds" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "sandbox_links_account_id" ON "sandbox_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sandbox_payments_subscription_id" ON "sandbox_payments" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "trials_content_id" ON "trials" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "uploads_content_id" ON "uploads" USING btree ("content_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_plan_valid" CHECK ("plan" in ('creator', 'pro'));--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_state_valid" CHECK ("state" in ('open', 'done'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_kind_valid" CHECK ("kind" in ('file', 'link', 'text'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_status_valid" CHECK ("status" in ('published', 'draft'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_pricing_model_valid" CHECK ("pricing_model" in ('fixed', 'pay_what_you_want'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_category_valid" CHECK ("category" in ('digital-art', 'video-course', 'template', 'music', 'photography', 'document', 'other', 'masterclass', 'sample-pack', 'preset-pack', 'ebook'));--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_access_type_valid" CHECK ("access_type" in ('download', 'view', 'stream', 'link'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'));--> statement-breakpoint
ALTER TABLE "ledger_totals" ADD CONSTRAINT "ledger_totals_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'));--> statement-breakpoint
ALTER TABLE "posting_seals" ADD CONSTRAINT "posting_seals_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'));--> statement-breakpoint
ALTER TABLE "unsealed_postings" ADD CONSTRAINT "unsealed_postings_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'));--> statement-breakpoint
ALTER TABLE "payout_run_lines" ADD CONSTRAINT "payout_run_lines_outcome_valid" CHECK ("outcome" in ('waiting', 'paid', 'skipped'));--> statement-breakpoint
ALTER TABLE "payout_run_lines" ADD CONSTRAINT "payout_run_lines_reason_valid" CHECK ("reason" in ('below_minimum', 'no_method', 'suspended'));--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_state_valid" CHECK ("state" in ('running', 'done'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_state_valid" CHECK ("state" in ('processing', 'paid', 'returned', 'failed'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_via_valid" CHECK ("via" in ('transfer', 'paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_mode_valid" CHECK ("mode" in ('test', 'live'));--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_state_valid" CHECK ("state" in ('open', 'processing', 'paid', 'canceled', 'mismatch'));--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_state_valid" CHECK ("state" in ('inquiry', 'open', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_revoked_for_valid" CHECK ("revoked_for" in ('refund', 'dispute', 'creator', 'admin'));--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_about_valid" CHECK ("about" in ('payment', 'refund', 'dispute', 'account', 'subscription', 'payout'));--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_asked_by_valid" CHECK ("asked_by" in ('buyer', 'creator', 'admin', 'platform'));--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_state_valid" CHECK ("state" in ('asked', 'refunding', 'refunded', 'refused', 'failed'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_valid" CHECK ("state" in ('succeeded', 'failed'));--> statement-breakpoint
ALTER TABLE "sandbox_accounts" ADD CONSTRAINT "sandbox_accounts_state_valid" CHECK ("state" in ('new', 'complete', 'restricted'));--> statement-breakpoint
ALTER TABLE "sandbox_disputes" ADD CONSTRAINT "sandbox_disputes_state_valid" CHECK ("state" in ('inquiry', 'open', 'won', 'lost'));--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_state_valid" CHECK ("state" in ('open', 'action_required', 'processing', 'paid', 'canceled'));--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_reason_valid" CHECK ("reason" in ('requested', 'undeliverable', 'duplicate'));--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_state_valid" CHECK ("state" in ('pending', 'succeeded', 'failed'));--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_state_valid" CHECK ("state" in ('incomplete', 'active', 'past_due', 'canceled'));--> statement-breakpoint
ALTER TABLE "sandbox_transfers" ADD CONSTRAINT "sandbox_transfers_state_valid" CHECK ("state" in ('paid', 'failed', 'reversed'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_state_valid" CHECK ("state" in ('incomplete', 'active', 'past_due', 'canceled'));--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_priority_valid" CHECK ("priority" in ('low', 'medium', 'high', 'urgent'));--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_state_valid" CHECK ("state" in ('new', 'done'));--> statement-breakpoint
ALTER TABLE "instance" ADD CONSTRAINT "instance_mode_valid" CHECK ("mode" in ('test', 'live'));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_valid" CHECK ("kind" in ('access', 'access-again', 'already-owned', 'trial', 'refund', 'lost-links', 'refund-asked', 'refund-refused', 'undeliverable', 'file-gone', 'access-closed', 'payout', 'payout-paid', 'payout-returned', 'payout-method', 'feedback', 'suspended', 'restored', 'item-held', 'item-released', 'pro-started', 'pro-failed', 'pro-recovered', 'pro-ended', 'weekly', 'sign-in-code', 'email-change-code', 'email-change-taken', 'email-changed', 'account-closed', 'passkey-added', 'new-browser'));