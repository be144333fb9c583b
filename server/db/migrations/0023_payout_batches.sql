CREATE TABLE "payout_batches" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"month" text NOT NULL,
	"count" integer NOT NULL,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"format" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	"downloaded_by" text,
	"file_name" text,
	"file_encrypted" text,
	"sha256" text,
	"dissolved_at" timestamp (3) with time zone,
	CONSTRAINT "payout_batches_month_count_key" UNIQUE("month","count"),
	CONSTRAINT "payout_batches_id_method_currency_key" UNIQUE("id","method","currency"),
	CONSTRAINT "payout_batches_count_valid" CHECK ("payout_batches"."count" > 0),
	CONSTRAINT "payout_batches_file_valid" CHECK (("payout_batches"."downloaded_at" is null) = ("payout_batches"."file_encrypted" is null) and ("payout_batches"."downloaded_at" is null) = ("payout_batches"."sha256" is null)),
	CONSTRAINT "payout_batches_dissolved_valid" CHECK ("payout_batches"."dissolved_at" is null or "payout_batches"."downloaded_at" is null),
	CONSTRAINT "payout_batches_month_valid" CHECK ("payout_batches"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "payout_batches_currency_valid" CHECK ("payout_batches"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payout_batches_method_valid" CHECK ("method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp')),
	CONSTRAINT "payout_batches_format_valid" CHECK ("format" in ('paypal', 'wise_email', 'wise_bank', 'sepa', 'ach', 'csv'))
);
--> statement-breakpoint
CREATE TABLE "payout_results" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"batch_id" bigint NOT NULL,
	"kind" text,
	"file_name" text,
	"sha256" text,
	"rows" jsonb NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "payout_results_batch_id_sha256_key" UNIQUE("batch_id","sha256"),
	CONSTRAINT "payout_results_kind_valid" CHECK ("kind" in ('paypal', 'wise', 'pain.002', 'table'))
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "batch_id" bigint;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_downloaded_by_users_id_fk" FOREIGN KEY ("downloaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_results" ADD CONSTRAINT "payout_results_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_results" ADD CONSTRAINT "payout_results_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_batches_downloaded_by_idx" ON "payout_batches" USING btree ("downloaded_by");--> statement-breakpoint
CREATE INDEX "payout_results_created_by_idx" ON "payout_results" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "payout_results_unfinished_idx" ON "payout_results" USING btree ("created_at") WHERE "payout_results"."finished_at" is null;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_batch_id_fkey" FOREIGN KEY ("batch_id","method","currency") REFERENCES "public"."payout_batches"("id","method","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_batch_id_idx" ON "payouts" USING btree ("batch_id","method","currency");--> statement-breakpoint
CREATE INDEX "payouts_unbatched_idx" ON "payouts" USING btree ("month","id") WHERE "payouts"."state" = 'processing' and "payouts"."batch_id" is null;--> statement-breakpoint
-- Emails about the start of a payout are not sent any more: creators are told when the money is sent.
UPDATE "deliveries" SET "state" = 'dropped' WHERE "kind" = 'payout_processing' AND "state" = 'waiting';
