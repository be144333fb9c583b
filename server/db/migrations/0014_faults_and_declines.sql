CREATE TABLE "missing_files" (
	"file_id" bigint PRIMARY KEY NOT NULL,
	"missing_since" timestamp (3) with time zone NOT NULL,
	"gone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "caller" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "declines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "last_decline" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "last_declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "goods_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "provider_refund_id" text;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "next_try_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instance" ADD COLUMN "store_marked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "missing_files" ADD CONSTRAINT "missing_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_declined" ON "attempts" USING btree ("content_id","last_declined_at") WHERE "attempts"."declines" > 0;--> statement-breakpoint
CREATE INDEX "purchases_unchecked" ON "purchases" USING btree ("paid_at") WHERE "purchases"."goods_checked_at" is null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("created_at") WHERE "mails"."sent_at" is null;