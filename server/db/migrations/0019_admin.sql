CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"actor_id" text NOT NULL,
	"actor_email" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_reports" (
	"id" bigint PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"details" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "creator_months" (
	"creator_id" text NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"sales" integer NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"earned" bigint NOT NULL,
	"paid_out" bigint NOT NULL,
	CONSTRAINT "creator_months_creator_id_month_currency_pk" PRIMARY KEY("creator_id","month","currency")
);
--> statement-breakpoint
CREATE TABLE "creator_sales" (
	"creator_id" text NOT NULL,
	"month" text NOT NULL,
	"share" bigint NOT NULL,
	CONSTRAINT "creator_sales_creator_id_month_pk" PRIMARY KEY("creator_id","month")
);
--> statement-breakpoint
CREATE TABLE "double_purchases" (
	"purchase_id" bigint PRIMARY KEY NOT NULL,
	"earlier_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone
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
	"sales" integer NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"earned" bigint NOT NULL,
	"paid_out" bigint NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "monthly_report_lines_month_creator_id_pk" PRIMARY KEY("month","creator_id")
);
--> statement-breakpoint
CREATE TABLE "monthly_reports" (
	"month" text PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"gross" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"paid_out" bigint NOT NULL,
	"sales" integer NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "held_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "is_pro" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "feedback" ADD COLUMN "done_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_reports" ADD CONSTRAINT "content_reports_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_purchases" ADD CONSTRAINT "double_purchases_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_purchases" ADD CONSTRAINT "double_purchases_earlier_id_purchases_id_fk" FOREIGN KEY ("earlier_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_month_monthly_reports_month_fk" FOREIGN KEY ("month") REFERENCES "public"."monthly_reports"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monthly_report_lines" ADD CONSTRAINT "monthly_report_lines_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "audit_log_act" ON "audit_log" USING btree ("act","id");--> statement-breakpoint
CREATE INDEX "content_reports_content" ON "content_reports" USING btree ("content_id","state");--> statement-breakpoint
CREATE INDEX "content_reports_state" ON "content_reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "creator_months_month" ON "creator_months" USING btree ("month");--> statement-breakpoint
CREATE INDEX "creator_sales_month" ON "creator_sales" USING btree ("month");--> statement-breakpoint
CREATE INDEX "double_purchases_new" ON "double_purchases" USING btree ("created_at") WHERE "double_purchases"."seen_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_paid" ON "purchases" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "feedback_inbox" ON "feedback" USING btree ("state","is_pro","created_at");