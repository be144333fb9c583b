-- The tables of 1.0. Later changes are migrations of their own: `npm run schema -- plain_name`.
-- Trusted extensions: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE SEQUENCE "public"."id_sequence" INCREMENT BY 1 MINVALUE 0 MAXVALUE 4095 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "content_items" (
	"id" bigint PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"status" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"pricing_model" text NOT NULL,
	"price_amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"category" text NOT NULL,
	"preview_image_key" text,
	"suggested_amounts" jsonb,
	"show_supporters" boolean DEFAULT false NOT NULL,
	"show_earnings" boolean DEFAULT true NOT NULL,
	"suggested_amount" bigint,
	"thank_you_note" text DEFAULT '' NOT NULL,
	"whats_inside" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"preview_focus_x" integer DEFAULT 50 NOT NULL,
	"preview_focus_y" integer DEFAULT 50 NOT NULL,
	"teaser_options" jsonb,
	"teaser_status" text DEFAULT 'none' NOT NULL,
	"teaser_error" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"taken_down_at" timestamp (3) with time zone,
	"takedown_reason" text DEFAULT '' NOT NULL,
	"buyer_access_revoked_at" timestamp (3) with time zone,
	CONSTRAINT "content_items_price_amount_valid" CHECK ("content_items"."price_amount" >= 0),
	CONSTRAINT "content_items_suggested_amount_valid" CHECK ("content_items"."suggested_amount" > 0),
	CONSTRAINT "content_items_preview_focus_valid" CHECK ("content_items"."preview_focus_x" between 0 and 100 and "content_items"."preview_focus_y" between 0 and 100),
	CONSTRAINT "content_items_currency_valid" CHECK ("content_items"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "content_items_category_valid" CHECK ("content_items"."category" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "content_items_status_valid" CHECK ("status" in ('published', 'draft')),
	CONSTRAINT "content_items_pricing_model_valid" CHECK ("pricing_model" in ('fixed', 'pay_what_you_want')),
	CONSTRAINT "content_items_teaser_status_valid" CHECK ("teaser_status" in ('none', 'pending', 'making', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "content_parts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"position" integer,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"section" text DEFAULT '' NOT NULL,
	"file_id" bigint,
	"url" text,
	"text" text,
	"access" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "content_parts_position_valid" CHECK (case when "content_parts"."removed_at" is null then "content_parts"."position" is not null and "content_parts"."position" between 1 and 100 else "content_parts"."position" is null end),
	CONSTRAINT "content_parts_value_valid" CHECK (case
        when "content_parts"."kind" in ('file') then "content_parts"."url" is null and "content_parts"."text" is null
        when "content_parts"."kind" in ('link') then "content_parts"."url" is not null and "content_parts"."file_id" is null and "content_parts"."text" is null
        else "content_parts"."text" is not null and "content_parts"."file_id" is null and "content_parts"."url" is null
      end),
	CONSTRAINT "content_parts_kind_valid" CHECK ("kind" in ('file', 'link', 'text')),
	CONSTRAINT "content_parts_access_valid" CHECK ("access" in ('download', 'view', 'stream', 'link'))
);
--> statement-breakpoint
CREATE TABLE "content_rollups" (
	"content_id" bigint PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"sale_count" integer NOT NULL,
	"purchase_count" integer NOT NULL,
	"net_amount" bigint NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"listed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "creator_storage" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"open_bytes" bigint NOT NULL,
	"item_count" integer NOT NULL
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
	"crc32" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unreferenced_since" timestamp (3) with time zone,
	CONSTRAINT "files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "follower_update_items" (
	"follower_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"email_id" bigint,
	CONSTRAINT "follower_update_items_follower_id_content_id_pk" PRIMARY KEY("follower_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"last_update_at" timestamp (3) with time zone,
	"next_update_at" timestamp (3) with time zone,
	CONSTRAINT "followers_creator_id_email_key" UNIQUE("creator_id","email")
);
--> statement-breakpoint
CREATE TABLE "missing_files" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"missing_since" timestamp (3) with time zone NOT NULL,
	"confirmed_missing_at" timestamp (3) with time zone,
	"damage_found_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "teaser_parts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"key" text,
	"mime_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"recording_duration_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "teaser_parts_content_id_kind_position_key" UNIQUE("content_id","kind","position"),
	CONSTRAINT "teaser_parts_kind_valid" CHECK ("kind" in ('picture', 'page', 'text', 'audio', 'video'))
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
	"crc32" bigint,
	"content_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"event_id" bigint,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"data" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"lane" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_channel_kind_dedupe_key_key" UNIQUE("channel","kind","dedupe_key"),
	CONSTRAINT "deliveries_channel_valid" CHECK ("channel" in ('email', 'webhook', 'push')),
	CONSTRAINT "deliveries_state_valid" CHECK ("state" in ('waiting', 'sent', 'dropped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "domain_events" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"payload" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_prices" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "counters" (
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"max" integer,
	"sold_amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "counters_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "counters_used_valid" CHECK ("counters"."used" >= 0),
	CONSTRAINT "counters_reserved_valid" CHECK ("counters"."reserved" >= 0),
	CONSTRAINT "counters_max_valid" CHECK ("counters"."used" + "counters"."reserved" <= "counters"."max"),
	CONSTRAINT "counters_kind_valid" CHECK ("kind" in ('code'))
);
--> statement-breakpoint
CREATE TABLE "discount_items" (
	"discount_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	CONSTRAINT "discount_items_discount_id_content_id_pk" PRIMARY KEY("discount_id","content_id")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"percent_bps" integer,
	"amount" bigint,
	"currency" text NOT NULL,
	"applies_to" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"time_zone" text NOT NULL,
	"batch_id" bigint,
	"batch_label" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "discounts_code_valid" CHECK ("discounts"."code" ~ '^[A-Z0-9_-]{3,40}$'),
	CONSTRAINT "discounts_value_valid" CHECK (case "discounts"."kind" when 'percent' then "discounts"."percent_bps" between 1 and 10000 and "discounts"."amount" is null
        else "discounts"."amount" > 0 and "discounts"."percent_bps" is null end),
	CONSTRAINT "discounts_currency_valid" CHECK ("discounts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "discounts_ends_at_valid" CHECK ("discounts"."ends_at" > "discounts"."starts_at"),
	CONSTRAINT "discounts_kind_valid" CHECK ("kind" in ('percent', 'amount')),
	CONSTRAINT "discounts_applies_to_valid" CHECK ("applies_to" in ('all', 'chosen'))
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"checkout_id" bigint NOT NULL,
	"state" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reservations_kind_valid" CHECK ("kind" in ('code')),
	CONSTRAINT "reservations_state_valid" CHECK ("state" in ('held', 'used', 'released'))
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
	CONSTRAINT "ledger_entries_kind_reference_account_key" UNIQUE("kind","reference","account"),
	CONSTRAINT "ledger_entries_currency_valid" CHECK ("ledger_entries"."currency" ~ '^[A-Z]{3}$'),
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
	CONSTRAINT "ledger_rollups_currency_valid" CHECK ("ledger_rollups"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "ledger_rollups_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "posting_hashes" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posting_hashes_kind_reference_key" UNIQUE("kind","reference"),
	CONSTRAINT "posting_hashes_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription'))
);
--> statement-breakpoint
CREATE TABLE "posting_kinds" (
	"kind" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "posting_kinds_kind_valid" CHECK ("kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription')),
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
CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"state" text NOT NULL,
	"destination" text NOT NULL,
	"is_encrypted" boolean NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"heartbeat_at" timestamp (3) with time zone NOT NULL,
	"snapshot_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"archive_bytes" bigint,
	"row_count" bigint,
	"file_count" bigint,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "backups_scheduled_for_key" UNIQUE("scheduled_for"),
	CONSTRAINT "backups_state_valid" CHECK ("state" in ('running', 'succeeded', 'failed'))
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
	CONSTRAINT "content_reports_reason_valid" CHECK ("reason" in ('illegal', 'copyright', 'harmful', 'misleading', 'spam', 'other')),
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
	"tax_amount" bigint NOT NULL,
	CONSTRAINT "creator_monthly_rollups_creator_id_month_currency_pk" PRIMARY KEY("creator_id","month","currency"),
	CONSTRAINT "creator_monthly_rollups_currency_valid" CHECK ("creator_monthly_rollups"."currency" ~ '^[A-Z]{3}$'),
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
CREATE TABLE "health_samples" (
	"taken_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"request_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"slow_count" integer DEFAULT 0 NOT NULL,
	"waiting_count" integer DEFAULT 0 NOT NULL,
	"oldest_wait_seconds" integer DEFAULT 0 NOT NULL,
	"database_bytes" bigint,
	"stored_bytes" bigint,
	"free_bytes" bigint
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
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"net_amount" bigint NOT NULL,
	"paid_out_amount" bigint NOT NULL,
	"closing_balance_amount" bigint NOT NULL,
	CONSTRAINT "monthly_report_lines_month_creator_id_pk" PRIMARY KEY("month","creator_id"),
	CONSTRAINT "monthly_report_lines_payout_method_valid" CHECK ("payout_method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'))
);
--> statement-breakpoint
CREATE TABLE "monthly_reports" (
	"month" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"gross_amount" bigint NOT NULL,
	"platform_fee_amount" bigint NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"paid_out_amount" bigint NOT NULL,
	"sale_count" integer NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "monthly_reports_month_valid" CHECK ("monthly_reports"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "monthly_reports_currency_valid" CHECK ("monthly_reports"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "process_heartbeats" (
	"id" text PRIMARY KEY NOT NULL,
	"hostname" text NOT NULL,
	"pid" integer NOT NULL,
	"role" text NOT NULL,
	"version" text NOT NULL,
	"node_version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"resident_bytes" bigint NOT NULL,
	"event_loop_delay_ms" integer NOT NULL,
	CONSTRAINT "process_heartbeats_role_valid" CHECK ("role" in ('all', 'web', 'worker'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"request_count" integer NOT NULL,
	CONSTRAINT "rate_limits_key_pk" PRIMARY KEY("key")
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
	CONSTRAINT "webhook_events_object_type_valid" CHECK ("object_type" in ('payment', 'refund', 'dispute', 'account', 'subscription', 'payout', 'platform_payout', 'balance'))
);
--> statement-breakpoint
CREATE TABLE "payout_calendar" (
	"id" integer PRIMARY KEY NOT NULL,
	"day_of_month" integer NOT NULL,
	"next_run_at" timestamp (3) with time zone NOT NULL,
	"last_run_id" bigint,
	CONSTRAINT "payout_calendar_id_valid" CHECK ("payout_calendar"."id" = 1),
	CONSTRAINT "payout_calendar_day_of_month_valid" CHECK ("payout_calendar"."day_of_month" between 1 and 28)
);
--> statement-breakpoint
CREATE TABLE "payout_hold_changes" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"hold_days" integer NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_hold_changes_hold_days_valid" CHECK ("payout_hold_changes"."hold_days" >= 0)
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
	"created_by" text,
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
	"destination_mask" text,
	"provider" text,
	"provider_account_id" text,
	"provider_transfer_id" text,
	"transfer_attempt" integer DEFAULT 0 NOT NULL,
	"attempt_started_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone,
	"wait_reason" text,
	"provider_code" text,
	"bank_reference" text,
	"creator_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_provider_provider_transfer_id_key" UNIQUE("provider","provider_transfer_id"),
	CONSTRAINT "payouts_amount_valid" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_month_valid" CHECK ("payouts"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "payouts_currency_valid" CHECK ("payouts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payouts_state_valid" CHECK ("state" in ('processing', 'paid', 'returned', 'failed')),
	CONSTRAINT "payouts_method_valid" CHECK ("method" in ('transfer', 'paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp')),
	CONSTRAINT "payouts_wait_reason_valid" CHECK ("wait_reason" in ('balance_insufficient', 'provider_busy', 'provider_unavailable'))
);
--> statement-breakpoint
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
CREATE TABLE "handle_redirects" (
	"handle" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
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
	"passkey_confirmed_at" timestamp (3) with time zone,
	"is_silent" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "sign_in_codes_email_browser_hash_key" UNIQUE("email","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"email" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_role_valid" CHECK ("role" in ('admin', 'accountant'))
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
	"country" text,
	"payout_method" text,
	"payout_email" text,
	"payout_mask" text,
	"payout_reminder_sent_at" timestamp (3) with time zone,
	"handle" text,
	"photo_key" text,
	"default_suggested_amounts" jsonb,
	"default_show_supporters" boolean DEFAULT true NOT NULL,
	"default_thank_you_note" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"time_zone" text,
	"provider_account_id" text,
	"provider_account_state" text,
	"provider_account_restriction" text,
	"provider_account_currency" text,
	"provider_customer_id" text,
	"accent_color" text,
	"logo_key" text,
	"hide_platform_branding" boolean DEFAULT false NOT NULL,
	"enabled_beta_features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"role" text,
	"is_owner" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"deleted_at" timestamp (3) with time zone,
	"debt_email_hash" text,
	"debt_payout_hash" text,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_handle_unique" UNIQUE("handle"),
	CONSTRAINT "users_country_valid" CHECK ("users"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "users_provider_account_currency_valid" CHECK ("users"."provider_account_currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "users_plan_valid" CHECK ("plan" in ('creator', 'pro')),
	CONSTRAINT "users_payout_method_valid" CHECK ("payout_method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp')),
	CONSTRAINT "users_provider_account_state_valid" CHECK ("provider_account_state" in ('new', 'complete', 'restricted')),
	CONSTRAINT "users_provider_account_restriction_valid" CHECK ("provider_account_restriction" in ('details_missing', 'in_review', 'bank_account_missing', 'transfers_inactive', 'rejected', 'disconnected')),
	CONSTRAINT "users_role_valid" CHECK ("role" in ('admin', 'accountant'))
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
CREATE TABLE "access_grants" (
	"purchase_id" bigint PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL,
	"token_nonce" text NOT NULL,
	"token_replaced_at" timestamp (3) with time zone,
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
	"list_amount" bigint NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"discount_id" bigint,
	"platform_fee_bps" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"content_version" integer NOT NULL,
	"has_extras" boolean DEFAULT false NOT NULL,
	"buyer_cookie_hash" text NOT NULL,
	"buyer_email" text NOT NULL,
	"ip_hash" text DEFAULT '' NOT NULL,
	"decline_count" integer DEFAULT 0 NOT NULL,
	"last_decline_reference" text,
	"last_declined_at" timestamp (3) with time zone,
	"supporter_name" text DEFAULT '' NOT NULL,
	"supporter_message" text DEFAULT '' NOT NULL,
	"is_supporter_private" boolean DEFAULT false NOT NULL,
	"tax_kind" text DEFAULT 'digital' NOT NULL,
	"buyer_country" text,
	"business_name" text DEFAULT '' NOT NULL,
	"vat_id" text DEFAULT '' NOT NULL,
	"withdrawal_consent" text DEFAULT '' NOT NULL,
	"withdrawal_consent_at" timestamp (3) with time zone,
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
	CONSTRAINT "checkouts_provider_provider_payment_id_key" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "checkouts_amount_valid" CHECK ("checkouts"."amount" > 0),
	CONSTRAINT "checkouts_list_amount_valid" CHECK ("checkouts"."amount" = "checkouts"."list_amount" - "checkouts"."discount_amount"),
	CONSTRAINT "checkouts_discount_amount_valid" CHECK ("checkouts"."discount_amount" >= 0),
	CONSTRAINT "checkouts_buyer_country_valid" CHECK ("checkouts"."buyer_country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "checkouts_currency_valid" CHECK ("checkouts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "checkouts_tax_kind_valid" CHECK ("tax_kind" in ('digital', 'ebook')),
	CONSTRAINT "checkouts_mode_valid" CHECK ("mode" in ('test', 'live')),
	CONSTRAINT "checkouts_state_valid" CHECK ("state" in ('open', 'processing', 'paid', 'canceled', 'quarantined'))
);
--> statement-breakpoint
CREATE TABLE "purchase_email_corrections" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"corrected_by" text NOT NULL,
	"old_email_masked" text NOT NULL,
	"new_email_masked" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "purchase_email_corrections_corrected_by_valid" CHECK ("corrected_by" in ('buyer', 'admin'))
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
	"list_amount" bigint NOT NULL,
	"discount_amount" bigint DEFAULT 0 NOT NULL,
	"discount_id" bigint,
	"item_number" integer,
	"platform_fee_amount" bigint NOT NULL,
	"buyer_email" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"buyer_country" text,
	"tax_rate_bps" integer DEFAULT 0 NOT NULL,
	"tax_amount" bigint DEFAULT 0 NOT NULL,
	"refunded_amount" bigint DEFAULT 0 NOT NULL,
	"disputed_amount" bigint DEFAULT 0 NOT NULL,
	"platform_fee_refunded_amount" bigint DEFAULT 0 NOT NULL,
	"tax_refunded_amount" bigint DEFAULT 0 NOT NULL,
	"net_amount" bigint NOT NULL,
	"provider_fee_amount" bigint,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"delivery_verified_at" timestamp (3) with time zone,
	CONSTRAINT "purchases_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "purchases_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "purchases_list_amount_valid" CHECK ("purchases"."amount" = "purchases"."list_amount" - "purchases"."discount_amount"),
	CONSTRAINT "purchases_discount_amount_valid" CHECK ("purchases"."discount_amount" >= 0),
	CONSTRAINT "purchases_item_number_valid" CHECK ("purchases"."item_number" > 0),
	CONSTRAINT "purchases_refunded_amount_valid" CHECK ("purchases"."refunded_amount" between 0 and "purchases"."amount"),
	CONSTRAINT "purchases_disputed_amount_valid" CHECK ("purchases"."disputed_amount" between 0 and "purchases"."amount" - "purchases"."refunded_amount"),
	CONSTRAINT "purchases_platform_fee_refunded_amount_valid" CHECK ("purchases"."platform_fee_refunded_amount" between 0 and "purchases"."platform_fee_amount"),
	CONSTRAINT "purchases_platform_fee_amount_valid" CHECK ("purchases"."platform_fee_amount" between 0 and "purchases"."amount"),
	CONSTRAINT "purchases_tax_rate_bps_valid" CHECK ("purchases"."tax_rate_bps" between 0 and 10000),
	CONSTRAINT "purchases_tax_amount_valid" CHECK ("purchases"."tax_amount" between 0 and "purchases"."amount" - "purchases"."platform_fee_amount"),
	CONSTRAINT "purchases_tax_refunded_amount_valid" CHECK ("purchases"."tax_refunded_amount" between 0 and "purchases"."tax_amount"),
	CONSTRAINT "purchases_buyer_country_valid" CHECK ("purchases"."buyer_country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "purchases_currency_valid" CHECK ("purchases"."currency" ~ '^[A-Z]{3}$')
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
	CONSTRAINT "test_purchases_amount_valid" CHECK ("test_purchases"."amount" > 0),
	CONSTRAINT "test_purchases_currency_valid" CHECK ("test_purchases"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
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
	CONSTRAINT "disputes_provider_provider_dispute_id_key" UNIQUE("provider","provider_dispute_id"),
	CONSTRAINT "disputes_state_valid" CHECK ("state" in ('inquiry', 'open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"reserved_net_amount" bigint DEFAULT 0 NOT NULL,
	"request_message" text NOT NULL,
	"requested_by" text NOT NULL,
	"state" text NOT NULL,
	"creator_deadline_at" timestamp (3) with time zone,
	"objected_at" timestamp (3) with time zone,
	"objection_message" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text,
	"decision_message" text DEFAULT '' NOT NULL,
	"provider_refund_id" text,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	CONSTRAINT "refund_requests_amount_valid" CHECK ("refund_requests"."amount" > 0),
	CONSTRAINT "refund_requests_requested_by_valid" CHECK ("requested_by" in ('buyer', 'creator', 'admin', 'system')),
	CONSTRAINT "refund_requests_state_valid" CHECK ("state" in ('requested', 'in_review', 'processing', 'refunded', 'rejected', 'failed'))
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
	"tax_refunded_amount" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_provider_provider_refund_id_key" UNIQUE("provider","provider_refund_id"),
	CONSTRAINT "refunds_amount_valid" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state_valid" CHECK ("state" in ('succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "alerts_kind_target_key" UNIQUE("kind","target"),
	CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'over-refund', 'file-missing', 'undeliverable', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-failing', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'account-debt', 'provider-unavailable', 'store-unavailable', 'mail-unavailable', 'delivery-failed', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue', 'clock-skew'))
);
--> statement-breakpoint
CREATE TABLE "content_reviews" (
	"content_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"notify_followers" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by_email" text,
	CONSTRAINT "content_reviews_state_valid" CHECK ("state" in ('pending', 'approved', 'rejected'))
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
	CONSTRAINT "feedback_type_valid" CHECK ("type" in ('bug', 'feature', 'improvement', 'general')),
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
	"restoring_from" text,
	"moved_to" text,
	CONSTRAINT "instance_currency_valid" CHECK ("instance"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "instance_mode_valid" CHECK ("mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "instance_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb,
	"changed_by_email" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_page_versions" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"page" text NOT NULL,
	"markdown" text NOT NULL,
	"published_by_email" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_page_versions_page_valid" CHECK ("page" in ('terms', 'privacy', 'refunds', 'imprint'))
);
--> statement-breakpoint
CREATE TABLE "sign_up_invitations" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"email" text NOT NULL,
	"invited_by_email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "sign_up_invitations_email_key" UNIQUE("email")
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
	CONSTRAINT "invoices_provider_provider_invoice_id_key" UNIQUE("provider","provider_invoice_id"),
	CONSTRAINT "invoices_amount_valid" CHECK ("invoices"."amount" > 0),
	CONSTRAINT "invoices_currency_valid" CHECK ("invoices"."currency" ~ '^[A-Z]{3}$')
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
	"confirmation_url" text,
	"last_request_seq" integer DEFAULT 0 NOT NULL,
	"applied_request_seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	"check_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subscriptions_provider_provider_subscription_id_key" UNIQUE("provider","provider_subscription_id"),
	CONSTRAINT "subscriptions_user_id_sequence_number_key" UNIQUE("user_id","sequence_number"),
	CONSTRAINT "subscriptions_state_valid" CHECK ("state" in ('incomplete', 'active', 'past_due', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "content_update_opt_outs" (
	"content_id" bigint NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "content_update_opt_outs_content_id_email_pk" PRIMARY KEY("content_id","email")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"emailed_at" timestamp (3) with time zone,
	CONSTRAINT "content_versions_number_valid" CHECK (length("content_versions"."number") <= 40),
	CONSTRAINT "content_versions_notes_valid" CHECK (length("content_versions"."notes") between 1 and 2000)
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
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_parts" ADD CONSTRAINT "content_parts_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_parts" ADD CONSTRAINT "content_parts_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_rollups" ADD CONSTRAINT "content_rollups_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_storage" ADD CONSTRAINT "creator_storage_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follower_update_items" ADD CONSTRAINT "follower_update_items_follower_id_followers_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."followers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missing_files" ADD CONSTRAINT "missing_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaser_parts" ADD CONSTRAINT "teaser_parts_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaser_parts" ADD CONSTRAINT "teaser_parts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_domain_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."domain_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_prices" ADD CONSTRAINT "content_prices_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_items" ADD CONSTRAINT "discount_items_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_items" ADD CONSTRAINT "discount_items_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_subject_id_counters_kind_subject_id_fk" FOREIGN KEY ("kind","subject_id") REFERENCES "public"."counters"("kind","subject_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_purchases" ADD CONSTRAINT "duplicate_purchases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_purchases" ADD CONSTRAINT "duplicate_purchases_original_purchase_id_purchases_id_fk" FOREIGN KEY ("original_purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_month_monthly_reports_month_fk" FOREIGN KEY ("month") REFERENCES "public"."monthly_reports"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_calendar" ADD CONSTRAINT "payout_calendar_last_run_id_payout_runs_id_fk" FOREIGN KEY ("last_run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_run_items" ADD CONSTRAINT "payout_run_items_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_run_items" ADD CONSTRAINT "payout_run_items_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change_requests" ADD CONSTRAINT "email_change_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handle_redirects" ADD CONSTRAINT "handle_redirects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_links" ADD CONSTRAINT "access_links_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_email_corrections" ADD CONSTRAINT "purchase_email_corrections_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_purchases" ADD CONSTRAINT "test_purchases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_reviews" ADD CONSTRAINT "content_reviews_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_update_opt_outs" ADD CONSTRAINT "content_update_opt_outs_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_daily_rollups" ADD CONSTRAINT "content_daily_rollups_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_daily_rollups" ADD CONSTRAINT "creator_daily_rollups_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_view_sources" ADD CONSTRAINT "daily_view_sources_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_items_creator_id_created_at_idx" ON "content_items" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "content_items_newest_idx" ON "content_items" USING btree ("creator_id","created_at","id") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_items_price_amount_idx" ON "content_items" USING btree ("creator_id","price_amount","id") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_items_category_idx" ON "content_items" USING btree ("creator_id","category") WHERE "content_items"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "content_parts_content_id_idx" ON "content_parts" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_parts_file_id_idx" ON "content_parts" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "content_rollups_sale_count_idx" ON "content_rollups" USING btree ("creator_id","sale_count","listed_at","content_id") WHERE "content_rollups"."listed_at" is not null;--> statement-breakpoint
CREATE INDEX "content_rollups_net_amount_idx" ON "content_rollups" USING btree ("creator_id","net_amount","listed_at","content_id") WHERE "content_rollups"."listed_at" is not null;--> statement-breakpoint
CREATE INDEX "files_creator_id_idx" ON "files" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "files_unreferenced_idx" ON "files" USING btree ("unreferenced_since") WHERE "files"."unreferenced_since" is not null;--> statement-breakpoint
CREATE INDEX "follower_update_items_email_id_idx" ON "follower_update_items" USING btree ("email_id") WHERE "follower_update_items"."email_id" is not null;--> statement-breakpoint
CREATE INDEX "followers_confirmed_idx" ON "followers" USING btree ("creator_id","id") WHERE "followers"."confirmed_at" is not null and "followers"."unsubscribed_at" is null;--> statement-breakpoint
CREATE INDEX "followers_next_update_idx" ON "followers" USING btree ("next_update_at") WHERE "followers"."next_update_at" is not null;--> statement-breakpoint
CREATE INDEX "teaser_parts_creator_id_idx" ON "teaser_parts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "uploads_creator_id_created_at_idx" ON "uploads" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_open_idx" ON "uploads" USING btree ("creator_id") WHERE "uploads"."content_id" is null;--> statement-breakpoint
CREATE INDEX "uploads_last_activity_at_idx" ON "uploads" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "uploads_content_id_idx" ON "uploads" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "deliveries_due_idx" ON "deliveries" USING btree ("lane","next_at") WHERE "deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "deliveries_unsent_idx" ON "deliveries" USING btree ("state","id") WHERE "deliveries"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "deliveries_event_id_idx" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_purchase_id_idx" ON "deliveries" USING btree (("data" ->> 'purchaseId'));--> statement-breakpoint
CREATE INDEX "domain_events_creator_id_id_idx" ON "domain_events" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "content_prices_content_id_from_at_idx" ON "content_prices" USING btree ("content_id","from_at");--> statement-breakpoint
CREATE INDEX "discount_items_content_id_idx" ON "discount_items" USING btree ("content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discounts_creator_id_code_key" ON "discounts" USING btree ("creator_id","code") WHERE "discounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "discounts_creator_id_created_at_idx" ON "discounts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "discounts_batch_id_idx" ON "discounts" USING btree ("batch_id") WHERE "discounts"."batch_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reservations_kind_subject_id_checkout_id_key" ON "reservations" USING btree ("kind","subject_id","checkout_id");--> statement-breakpoint
CREATE INDEX "reservations_checkout_id_idx" ON "reservations" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "reservations_held_idx" ON "reservations" USING btree ("kind","subject_id","held_until") WHERE "reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "ledger_entries_account_created_at_idx" ON "ledger_entries" USING btree ("account","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_reversals_idx" ON "ledger_entries" USING btree ("account","created_at") WHERE "ledger_entries"."kind" in ('refund', 'refund_reversal', 'dispute', 'dispute_reversal');--> statement-breakpoint
CREATE INDEX "unsealed_postings_first_entry_id_idx" ON "unsealed_postings" USING btree ("first_entry_id");--> statement-breakpoint
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target");--> statement-breakpoint
CREATE INDEX "audit_log_action_id_idx" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "content_reports_content_id_state_idx" ON "content_reports" USING btree ("content_id","state");--> statement-breakpoint
CREATE INDEX "content_reports_state_created_at_idx" ON "content_reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "creator_monthly_rollups_month_idx" ON "creator_monthly_rollups" USING btree ("month");--> statement-breakpoint
CREATE INDEX "creator_monthly_sales_rollups_month_idx" ON "creator_monthly_sales_rollups" USING btree ("month");--> statement-breakpoint
CREATE INDEX "duplicate_purchases_open_idx" ON "duplicate_purchases" USING btree ("created_at") WHERE "duplicate_purchases"."dismissed_at" is null;--> statement-breakpoint
CREATE INDEX "duplicate_purchases_original_purchase_id_idx" ON "duplicate_purchases" USING btree ("original_purchase_id");--> statement-breakpoint
CREATE INDEX "monthly_report_lines_creator_id_idx" ON "monthly_report_lines" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "webhook_events_unprocessed_idx" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "payout_calendar_last_run_id_idx" ON "payout_calendar" USING btree ("last_run_id");--> statement-breakpoint
CREATE INDEX "payout_run_items_pending_idx" ON "payout_run_items" USING btree ("run_id") WHERE "payout_run_items"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payout_run_items_skipped_idx" ON "payout_run_items" USING btree ("run_id","amount" DESC NULLS FIRST,"creator_id") WHERE "payout_run_items"."status" = 'skipped';--> statement-breakpoint
CREATE INDEX "payout_run_items_creator_id_idx" ON "payout_run_items" USING btree ("creator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_runs_running_key" ON "payout_runs" USING btree ("month") WHERE "payout_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "payout_runs_created_at_idx" ON "payout_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payout_runs_created_by_idx" ON "payout_runs" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "payouts_creator_id_created_at_idx" ON "payouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_created_at_id_idx" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_processing_idx" ON "payouts" USING btree ("created_at") WHERE "payouts"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "payouts_next_attempt_at_idx" ON "payouts" USING btree ("next_attempt_at") WHERE "payouts"."state" = 'processing' and "payouts"."method" = 'transfer';--> statement-breakpoint
CREATE INDEX "payouts_run_id_idx" ON "payouts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "handle_redirects_user_id_idx" ON "handle_redirects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_accounts_user_id_idx" ON "oauth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_codes_expires_at_idx" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_invitations_invited_by_idx" ON "staff_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE UNIQUE INDEX "users_debt_email_hash_key" ON "users" USING btree ("debt_email_hash") WHERE "users"."debt_email_hash" is not null;--> statement-breakpoint
CREATE INDEX "users_debt_payout_hash_idx" ON "users" USING btree ("debt_payout_hash") WHERE "users"."debt_payout_hash" is not null;--> statement-breakpoint
CREATE INDEX "users_search_idx" ON "users" USING gin ("email" gin_trgm_ops,(coalesce("first_name", '') || ' ' || coalesce("last_name", '')) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "users_photo_key_idx" ON "users" USING btree ("photo_key") WHERE "users"."photo_key" is not null;--> statement-breakpoint
CREATE INDEX "users_logo_key_idx" ON "users" USING btree ("logo_key") WHERE "users"."logo_key" is not null;--> statement-breakpoint
CREATE INDEX "users_role_idx" ON "users" USING btree ("role") WHERE "users"."role" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_is_owner_key" ON "users" USING btree ("is_owner") WHERE "users"."is_owner";--> statement-breakpoint
CREATE INDEX "verifications_identifier_idx" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "access_grants_content_id_idx" ON "access_grants" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "access_links_purchase_id_idx" ON "access_links" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "checkouts_buyer_cookie_hash_content_id_created_at_idx" ON "checkouts" USING btree ("buyer_cookie_hash","content_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_content_id_created_at_idx" ON "checkouts" USING btree ("content_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_created_at_idx" ON "checkouts" USING brin ("created_at") WITH (autosummarize=true,pages_per_range=32);--> statement-breakpoint
CREATE INDEX "checkouts_creator_id_created_at_idx" ON "checkouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_due_idx" ON "checkouts" USING btree ("next_check_at") WHERE "checkouts"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "checkouts_declined_idx" ON "checkouts" USING btree ("content_id","last_declined_at") WHERE "checkouts"."decline_count" > 0;--> statement-breakpoint
CREATE INDEX "purchase_email_corrections_purchase_id_idx" ON "purchase_email_corrections" USING btree ("purchase_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_email_corrections_buyer_key" ON "purchase_email_corrections" USING btree ("purchase_id") WHERE "purchase_email_corrections"."corrected_by" = 'buyer';--> statement-breakpoint
CREATE INDEX "purchases_delivery_unverified_idx" ON "purchases" USING btree ("paid_at") WHERE "purchases"."delivery_verified_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_content_id_paid_at_id_idx" ON "purchases" USING btree ("content_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_paid_at_idx" ON "purchases" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "purchases_buyer_email_idx" ON "purchases" USING btree (lower("buyer_email"));--> statement-breakpoint
CREATE INDEX "purchases_buyer_email_search_idx" ON "purchases" USING gin ("buyer_email" gin_trgm_ops) WITH (gin_pending_list_limit=16384);--> statement-breakpoint
CREATE INDEX "purchases_creator_id_paid_at_id_idx" ON "purchases" USING btree ("creator_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_creator_id_buyer_email_idx" ON "purchases" USING btree ("creator_id",lower("buyer_email") text_pattern_ops,"paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_reversed_idx" ON "purchases" USING btree ("creator_id","paid_at","id") WHERE "purchases"."refunded_amount" > 0 or "purchases"."disputed_amount" > 0;--> statement-breakpoint
CREATE INDEX "test_purchases_creator_id_created_at_idx" ON "test_purchases" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "test_purchases_content_id_idx" ON "test_purchases" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "receipts_purchase_id_idx" ON "receipts" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "receipts_booked_at_idx" ON "receipts" USING btree ("booked_at");--> statement-breakpoint
CREATE INDEX "disputes_purchase_id_idx" ON "disputes" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_requests_purchase_id_idx" ON "refund_requests" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_requests_requested_idx" ON "refund_requests" USING btree ("purchase_id") WHERE "refund_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "refund_requests_creator_deadline_at_idx" ON "refund_requests" USING btree ("creator_deadline_at") WHERE "refund_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "refund_requests_in_review_idx" ON "refund_requests" USING btree ("objected_at") WHERE "refund_requests"."state" = 'in_review';--> statement-breakpoint
CREATE INDEX "refund_requests_processing_idx" ON "refund_requests" USING btree ("decided_at") WHERE "refund_requests"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "refund_requests_decided_by_idx" ON "refund_requests" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "refunds_purchase_id_idx" ON "refunds" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "content_reviews_state_requested_at_idx" ON "content_reviews" USING btree ("state","requested_at");--> statement-breakpoint
CREATE INDEX "feedback_state_is_pro_created_at_idx" ON "feedback" USING btree ("state","is_pro","created_at");--> statement-breakpoint
CREATE INDEX "legal_page_versions_page_id_idx" ON "legal_page_versions" USING btree ("page","id");--> statement-breakpoint
CREATE INDEX "sign_up_invitations_created_at_idx" ON "sign_up_invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoices_subscription_id_paid_at_idx" ON "invoices" USING btree ("subscription_id","paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_current_key" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."state" <> 'canceled';--> statement-breakpoint
CREATE INDEX "subscriptions_due_idx" ON "subscriptions" USING btree ("next_check_at") WHERE "subscriptions"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "content_update_opt_outs_email_idx" ON "content_update_opt_outs" USING btree ("email");--> statement-breakpoint
CREATE INDEX "content_versions_content_id_id_idx" ON "content_versions" USING btree ("content_id","id");--> statement-breakpoint
CREATE INDEX "content_versions_emailed_idx" ON "content_versions" USING btree ("content_id","emailed_at") WHERE "content_versions"."emailed_at" is not null;--> statement-breakpoint
CREATE INDEX "content_daily_rollups_day_content_id_idx" ON "content_daily_rollups" USING btree ("day","content_id");
