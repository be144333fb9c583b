CREATE TABLE "posting_seals" (
	"place" bigint PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posting_seals_once" UNIQUE("kind","reference")
);
--> statement-breakpoint
CREATE TABLE "unsealed_postings" (
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"entry_id" bigint NOT NULL,
	CONSTRAINT "unsealed_postings_kind_reference_pk" PRIMARY KEY("kind","reference")
);
--> statement-breakpoint
CREATE TABLE "payout_run_lines" (
	"run_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payout_run_lines_run_id_creator_id_pk" PRIMARY KEY("run_id","creator_id")
);
--> statement-breakpoint
CREATE TABLE "payout_runs" (
	"id" bigint PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"month" integer NOT NULL,
	"state" text NOT NULL,
	"started_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" bigint PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"run_id" bigint NOT NULL,
	"year" integer NOT NULL,
	"month" integer NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"via" text NOT NULL,
	"sent_to" text NOT NULL,
	"provider" text,
	"provider_account_id" text,
	"provider_transfer_id" text,
	"reference" text,
	"notes" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_transfer" UNIQUE("provider","provider_transfer_id"),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payout_run_lines" ADD CONSTRAINT "payout_run_lines_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_run_lines" ADD CONSTRAINT "payout_run_lines_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_runs" ADD CONSTRAINT "payout_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_run_id_payout_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."payout_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unsealed_postings_oldest" ON "unsealed_postings" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "payout_run_lines_waiting" ON "payout_run_lines" USING btree ("run_id") WHERE "payout_run_lines"."outcome" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_runs_running" ON "payout_runs" USING btree ("year","month") WHERE "payout_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "payout_runs_newest" ON "payout_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payouts_creator" ON "payouts" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_newest" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payouts_processing" ON "payouts" USING btree ("created_at") WHERE "payouts"."state" = 'processing';