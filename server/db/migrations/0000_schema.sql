CREATE SEQUENCE "public"."id_sequence" INCREMENT BY 1 MINVALUE 0 MAXVALUE 4095 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "email_change_requests" (
	"user_id" text PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"old_email_code_hash" text NOT NULL,
	"new_email_code_hash" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"user_id" text NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_browsers_user_id_browser_hash_pk" PRIMARY KEY("user_id","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "oauth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" bigint NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp (3) with time zone DEFAULT now(),
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"email" text NOT NULL,
	"browser_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_codes_email_browser_key" UNIQUE("email","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"first_name" text,
	"last_name" text,
	"plan" text DEFAULT 'creator' NOT NULL,
	"payout_method" text,
	"payout_email" text,
	"handle" text,
	"photo_key" text,
	"default_suggested_amounts" jsonb,
	"default_show_supporters" boolean DEFAULT false NOT NULL,
	"provider_account_id" text,
	"provider_account_state" text,
	"provider_customer_id" text,
	"accent_color" text,
	"logo_key" text,
	"hide_platform_branding" boolean DEFAULT false NOT NULL,
	"enabled_beta_features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_handle_unique" UNIQUE("handle"),
	CONSTRAINT "users_plan_valid" CHECK ("plan" in ('creator', 'pro'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"old_values" jsonb,
	"new_values" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"details" text NOT NULL,
	"reporter_email" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "content_reports_state_valid" CHECK ("state" in ('open', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "creator_monthly_rollups" (
	"creator_id" text NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"sale_count" integer NOT NULL,
	"gross_amount" bigint NOT NULL,
	"platform_fee_amount" bigint NOT NULL,
	"net_amount" bigint NOT NULL,
	"paid_out_amount" bigint NOT NULL,
	CONSTRAINT "creator_monthly_rollups_creator_id_month_currency_pk" PRIMARY KEY("creator_id","month","currency"),
	CONSTRAINT "creator_monthly_rollups_month_valid" CHECK ("creator_monthly_rollups"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "creator_monthly_sales_rollups" (
	"creator_id" text NOT NULL,
	"month" text NOT NULL,
	"net_amount" bigint NOT NULL,
	CONSTRAINT "creator_monthly_sales_rollups_creator_id_month_pk" PRIMARY KEY("creator_id","month"),
	CONSTRAINT "creator_monthly_sales_rollups_month_valid" CHECK ("creator_monthly_sales_rollups"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "duplicate_purchases" (
	"purchase_id" bigint PRIMARY KEY NOT NULL,
	"original_purchase_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "monthly_report_lines" (
	"month" text NOT NULL,
	"creator_id" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"email" text NOT NULL,
	"payout_method" text,
	"payout_email" text,
	"sale_count" integer NOT NULL,
	"gross_amount" bigint NOT NULL,
	"platform_fee_amount" bigint NOT NULL,
	"net_amount" bigint NOT NULL,
	"paid_out_amount" bigint NOT NULL,
	"closing_balance_amount" bigint NOT NULL,
	CONSTRAINT "monthly_report_lines_month_creator_id_pk" PRIMARY KEY("month","creator_id")
);
--> statement-breakpoint
CREATE TABLE "monthly_reports" (
	"month" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"gross_amount" bigint NOT NULL,
	"platform_fee_amount" bigint NOT NULL,
	"paid_out_amount" bigint NOT NULL,
	"sale_count" integer NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monthly_reports_month_valid" CHECK ("monthly_reports"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "content_items" (
	"id" bigint PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"pricing_model" text NOT NULL,
	"price_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"category" text NOT NULL,
	"access_type" text NOT NULL,
	"file_id" bigint,
	"link_url" text,
	"text_content" text,
	"preview_image_key" text,
	"suggested_amounts" jsonb,
	"show_supporters" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"taken_down_at" timestamp (3) with time zone,
	"takedown_reason" text DEFAULT '' NOT NULL,
	"buyer_access_revoked_at" timestamp (3) with time zone,
	CONSTRAINT "content_items_price" CHECK ("content_items"."price_amount" >= 0),
	CONSTRAINT "content_items_kind_valid" CHECK ("kind" in ('file', 'link', 'text')),
	CONSTRAINT "content_items_status_valid" CHECK ("status" in ('published', 'draft')),
	CONSTRAINT "content_items_pricing_model_valid" CHECK ("pricing_model" in ('fixed', 'pay_what_you_want')),
	CONSTRAINT "content_items_category_valid" CHECK ("category" in ('digital-art', 'video-course', 'template', 'music', 'photography', 'document', 'other', 'masterclass', 'sample-pack', 'preset-pack', 'ebook')),
	CONSTRAINT "content_items_access_type_valid" CHECK ("access_type" in ('download', 'view', 'stream', 'link'))
);
--> statement-breakpoint
CREATE TABLE "content_rollups" (
	"content_id" bigint PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"sale_count" integer NOT NULL,
	"purchase_count" integer NOT NULL,
	"net_amount" bigint NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"key" text NOT NULL,
	"creator_id" text,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unreferenced_since" timestamp (3) with time zone,
	CONSTRAINT "files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"creator_id" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_once" UNIQUE("kind","reference","account"),
	CONSTRAINT "ledger_entries_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "ledger_rollups" (
	"account" text NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"entry_count" integer NOT NULL,
	CONSTRAINT "ledger_rollups_account_kind_currency_pk" PRIMARY KEY("account","kind","currency"),
	CONSTRAINT "ledger_rollups_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "posting_hashes" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posting_hashes_once" UNIQUE("kind","reference"),
	CONSTRAINT "posting_hashes_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "posting_kinds" (
	"kind" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "posting_kinds_category_valid" CHECK ("category" in ('earnings', 'payouts', 'platform'))
);
--> statement-breakpoint
CREATE TABLE "unsealed_postings" (
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"first_entry_id" bigint NOT NULL,
	CONSTRAINT "unsealed_postings_kind_reference_pk" PRIMARY KEY("kind","reference"),
	CONSTRAINT "unsealed_postings_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "missing_files" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"missing_since" timestamp (3) with time zone NOT NULL,
	"confirmed_missing_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_run_items" (
	"run_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"status" text NOT NULL,
	"skip_reason" text,
	"amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payout_run_items_run_id_creator_id_pk" PRIMARY KEY("run_id","creator_id"),
	CONSTRAINT "payout_run_items_status_valid" CHECK ("status" in ('pending', 'paid', 'skipped')),
	CONSTRAINT "payout_run_items_skip_reason_valid" CHECK ("skip_reason" in ('below_minimum', 'payout_method_missing', 'suspended'))
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"month" text NOT NULL,
	"state" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "payout_runs_month_valid" CHECK ("payout_runs"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "payout_runs_state_valid" CHECK ("state" in ('running', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"run_id" bigint NOT NULL,
	"month" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"method" text NOT NULL,
	"destination" text NOT NULL,
	"provider" text,
	"provider_account_id" text,
	"provider_transfer_id" text,
	"bank_reference" text,
	"creator_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_transfer" UNIQUE("provider","provider_transfer_id"),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_month_valid" CHECK ("payouts"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "payouts_state_valid" CHECK ("state" in ('processing', 'paid', 'returned', 'failed')),
	CONSTRAINT "payouts_method_valid" CHECK ("method" in ('transfer', 'paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'))
);
--> statement-breakpoint
CREATE TABLE "access_grants" (
	"purchase_id" bigint PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL,
	"token_nonce" text NOT NULL,
	"first_accessed_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_reason" text,
	"revocation_message" text DEFAULT '' NOT NULL,
	CONSTRAINT "access_grants_revocation_reason_valid" CHECK ("revocation_reason" in ('refund', 'dispute', 'creator', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "access_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purchase_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"platform_fee_bps" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"content_version" integer NOT NULL,
	"buyer_cookie_hash" text NOT NULL,
	"buyer_email" text NOT NULL,
	"ip_hash" text DEFAULT '' NOT NULL,
	"decline_count" integer DEFAULT 0 NOT NULL,
	"last_decline_reference" text,
	"last_declined_at" timestamp (3) with time zone,
	"supporter_name" text DEFAULT '' NOT NULL,
	"supporter_message" text DEFAULT '' NOT NULL,
	"is_supporter_private" boolean DEFAULT false NOT NULL,
	"utm_parameters" text DEFAULT '' NOT NULL,
	"provider" text NOT NULL,
	"mode" text NOT NULL,
	"provider_payment_id" text,
	"client_secret_encrypted" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"check_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "checkouts_payment" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "checkouts_amount" CHECK ("checkouts"."amount" > 0),
	CONSTRAINT "checkouts_mode_valid" CHECK ("mode" in ('test', 'live')),
	CONSTRAINT "checkouts_state_valid" CHECK ("state" in ('open', 'processing', 'paid', 'canceled', 'quarantined'))
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"order_number" bigint NOT NULL,
	"checkout_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"platform_fee_amount" bigint NOT NULL,
	"buyer_email" text NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"disputed_amount" bigint DEFAULT 0 NOT NULL,
	"platform_fee_refunded_amount" bigint DEFAULT 0 NOT NULL,
	"provider_fee_amount" bigint,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"delivery_verified_at" timestamp (3) with time zone,
	CONSTRAINT "purchases_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "purchases_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "purchases_refunded" CHECK ("purchases"."refunded_amount" between 0 and "purchases"."amount"),
	CONSTRAINT "purchases_disputed" CHECK ("purchases"."disputed_amount" between 0 and "purchases"."amount" - "purchases"."refunded_amount"),
	CONSTRAINT "purchases_fee_returned" CHECK ("purchases"."platform_fee_refunded_amount" between 0 and "purchases"."platform_fee_amount"),
	CONSTRAINT "purchases_fee" CHECK ("purchases"."platform_fee_amount" between 0 and "purchases"."amount")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"request_count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_pk" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"amount" bigint NOT NULL,
	"held_amount" bigint DEFAULT 0 NOT NULL,
	"posting_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "disputes_provider" UNIQUE("provider","provider_dispute_id"),
	CONSTRAINT "disputes_state_valid" CHECK ("state" in ('inquiry', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"request_message" text NOT NULL,
	"requested_by" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"decision_message" text DEFAULT '' NOT NULL,
	"provider_refund_id" text,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount" > 0),
	CONSTRAINT "refund_requests_requested_by_valid" CHECK ("requested_by" in ('buyer', 'creator', 'admin', 'system')),
	CONSTRAINT "refund_requests_state_valid" CHECK ("state" in ('requested', 'processing', 'refunded', 'rejected', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_refund_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"platform_fee_refunded_amount" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_provider" UNIQUE("provider","provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state_valid" CHECK ("state" in ('succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"subscription_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"provider" text NOT NULL,
	"provider_invoice_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_provider" UNIQUE("provider","provider_invoice_id"),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"user_id" text NOT NULL,
	"sequence_number" integer NOT NULL,
	"provider" text NOT NULL,
	"provider_subscription_id" text,
	"state" text NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"grace_period_ends_at" timestamp (3) with time zone,
	"last_request_seq" integer DEFAULT 0 NOT NULL,
	"applied_request_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"check_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subscriptions_provider" UNIQUE("provider","provider_subscription_id"),
	CONSTRAINT "subscriptions_ordinal" UNIQUE("user_id","sequence_number"),
	CONSTRAINT "subscriptions_state_valid" CHECK ("state" in ('incomplete', 'active', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_once" UNIQUE("kind","target")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"email" text NOT NULL,
	"priority" text NOT NULL,
	"user_id" text,
	"is_pro" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "feedback_priority_valid" CHECK ("priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "feedback_state_valid" CHECK ("state" in ('new', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "instance" (
	"id" integer PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_periodic_run_at" timestamp (3) with time zone,
	"store_sentinel_written_at" timestamp (3) with time zone,
	"events_listed_at" timestamp (3) with time zone,
	CONSTRAINT "instance_mode_valid" CHECK ("mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "outbox_emails" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_emails_once" UNIQUE("kind","dedupe_key"),
	CONSTRAINT "outbox_emails_kind_valid" CHECK ("kind" in ('purchase_access', 'purchase_access_resent', 'already_owned', 'test_purchase_access', 'refund_issued', 'access_links', 'refund_requested', 'refund_rejected', 'refund_undeliverable', 'file_missing', 'access_revoked', 'payout_processing', 'payout_paid', 'payout_returned', 'payout_method_changed', 'feedback', 'account_suspended', 'account_reinstated', 'content_taken_down', 'content_reinstated', 'subscription_started', 'subscription_payment_failed', 'subscription_payment_recovered', 'subscription_ended', 'weekly_summary', 'sign_in_code', 'email_change_code', 'email_change_taken', 'email_changed', 'account_deleted', 'passkey_added', 'new_browser'))
);
--> statement-breakpoint
CREATE TABLE "test_purchases" (
	"id" bigint PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"buyer_email" text NOT NULL,
	"token_nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_purchases_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "test_purchases_amount" CHECK ("test_purchases"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "creator_storage" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"open_bytes" bigint NOT NULL,
	"item_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"store_state" text DEFAULT '' NOT NULL,
	"fencing_token" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"content_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "content_daily_rollups" (
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"day" date NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"purchase_count" integer DEFAULT 0 NOT NULL,
	"sale_count_delta" integer DEFAULT 0 NOT NULL,
	"net_amount_delta" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_daily_rollups_content_id_day_pk" PRIMARY KEY("content_id","day")
);
--> statement-breakpoint
CREATE TABLE "creator_daily_rollups" (
	"creator_id" text NOT NULL,
	"day" date NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"purchase_count" integer DEFAULT 0 NOT NULL,
	"sale_count_delta" integer DEFAULT 0 NOT NULL,
	"net_amount_delta" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "creator_daily_rollups_creator_id_day_pk" PRIMARY KEY("creator_id","day")
);
--> statement-breakpoint
CREATE TABLE "daily_view_sources" (
	"content_id" bigint NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"view_count" integer NOT NULL,
	CONSTRAINT "daily_view_sources_content_id_day_source_pk" PRIMARY KEY("content_id","day","source")
);
--> statement-breakpoint
CREATE TABLE "daily_visitors" (
	"day" date NOT NULL,
	"content_id" bigint NOT NULL,
	"visitor_hash" text NOT NULL,
	CONSTRAINT "daily_visitors_day_content_id_visitor_hash_pk" PRIMARY KEY("day","content_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "visitor_hash_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_events_provider_event_id_pk" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "webhook_events_object_type_valid" CHECK ("object_type" in ('payment', 'refund', 'dispute', 'account', 'subscription', 'payout'))
);
--> statement-breakpoint
ALTER TABLE "email_change_requests" ADD CONSTRAINT "email_change_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_purchases" ADD CONSTRAINT "duplicate_purchases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_purchases" ADD CONSTRAINT "duplicate_purchases_original_purchase_id_purchases_id_fk" FOREIGN KEY ("original_purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_month_monthly_reports_month_fk" FOREIGN KEY ("month") REFERENCES "public"."monthly_reports"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_rollups" ADD CONSTRAINT "content_rollups_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missing_files" ADD CONSTRAINT "missing_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_run_items" ADD CONSTRAINT "payout_run_items_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_run_items" ADD CONSTRAINT "payout_run_items_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_storage" ADD CONSTRAINT "creator_storage_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_daily_rollups" ADD CONSTRAINT "content_daily_rollups_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_daily_rollups" ADD CONSTRAINT "creator_daily_rollups_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_view_sources" ADD CONSTRAINT "daily_view_sources_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_accounts_user" ON "oauth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires_idx" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("target");--> statement-breakpoint
CREATE INDEX "audit_log_act" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "content_reports_content" ON "content_reports" USING btree ("content_id","state");--> statement-breakpoint
CREATE INDEX "content_reports_state" ON "content_reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "creator_monthly_rollups_month" ON "creator_monthly_rollups" USING btree ("month");--> statement-breakpoint
CREATE INDEX "creator_monthly_sales_rollups_month" ON "creator_monthly_sales_rollups" USING btree ("month");--> statement-breakpoint
CREATE INDEX "duplicate_purchases_new" ON "duplicate_purchases" USING btree ("created_at") WHERE "duplicate_purchases"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "duplicate_purchases_earlier_id" ON "duplicate_purchases" USING btree ("original_purchase_id");--> statement-breakpoint
CREATE INDEX "monthly_report_lines_creator_id" ON "monthly_report_lines" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "content_items_creator" ON "content_items" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "content_items_shelf" ON "content_items" USING btree ("creator_id","created_at","id") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_items_prices" ON "content_items" USING btree ("creator_id","price_amount","id") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_items_categories" ON "content_items" USING btree ("creator_id","category") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_items_file" ON "content_items" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "files_creator_id" ON "files" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "files_retired" ON "files" USING btree ("unreferenced_since") WHERE "files"."unreferenced_since" is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "unsealed_postings_oldest" ON "unsealed_postings" USING btree ("first_entry_id");--> statement-breakpoint
CREATE INDEX "payout_run_items_waiting" ON "payout_run_items" USING btree ("run_id") WHERE "payout_run_items"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payout_run_items_creator_id" ON "payout_run_items" USING btree ("creator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_runs_running" ON "payout_runs" USING btree ("month") WHERE "payout_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "payout_runs_newest" ON "payout_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payout_runs_started_by" ON "payout_runs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "payouts_creator" ON "payouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_newest" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_processing" ON "payouts" USING btree ("created_at") WHERE "payouts"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "payouts_run_id" ON "payouts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "access_grants_content_id" ON "access_grants" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "access_links_purchase_id" ON "access_links" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "checkouts_browser" ON "checkouts" USING btree ("buyer_cookie_hash","content_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_content" ON "checkouts" USING btree ("content_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "checkouts" USING brin ("created_at") WITH (autosummarize=true,pages_per_range=32);--> statement-breakpoint
CREATE INDEX "checkouts_creator" ON "checkouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "checkouts" USING btree ("next_check_at") WHERE "checkouts"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_declined" ON "checkouts" USING btree ("content_id","last_declined_at") WHERE "checkouts"."decline_count" > 0;--> statement-breakpoint
CREATE INDEX "purchases_unchecked" ON "purchases" USING btree ("paid_at") WHERE "purchases"."delivery_verified_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_content" ON "purchases" USING btree ("content_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_paid" ON "purchases" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "purchases_email" ON "purchases" USING btree (lower("buyer_email"));--> statement-breakpoint
CREATE INDEX "purchases_creator" ON "purchases" USING btree ("creator_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_creator_email" ON "purchases" USING btree ("creator_id",lower("buyer_email") text_pattern_ops,"paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("creator_id","paid_at","id") WHERE "purchases"."refunded_amount" > 0 or "purchases"."disputed_amount" > 0;--> statement-breakpoint
CREATE INDEX "disputes_purchase_id" ON "disputes" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_requests_purchase" ON "refund_requests" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("purchase_id") WHERE "refund_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "refund_requests_going" ON "refund_requests" USING btree ("decided_at") WHERE "refund_requests"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "refund_requests_decided_by" ON "refund_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "refunds_purchase_id" ON "refunds" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("subscription_id","paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."state" <> 'canceled';--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("next_check_at") WHERE "subscriptions"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_inbox" ON "feedback" USING btree ("state","is_pro","created_at");--> statement-breakpoint
CREATE INDEX "outbox_emails_purchase" ON "outbox_emails" USING btree (("data" ->> 'purchaseId'));--> statement-breakpoint
CREATE INDEX "outbox_emails_waiting" ON "outbox_emails" USING btree ("created_at") WHERE "outbox_emails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "test_purchases_creator" ON "test_purchases" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "test_purchases_content_id" ON "test_purchases" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "uploads_creator" ON "uploads" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("creator_id") WHERE "uploads"."content_id" is null;--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "uploads_content_id" ON "uploads" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_daily_rollups_day" ON "content_daily_rollups" USING btree ("day","content_id");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."processed_at" is null;