CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"creator_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"sha256" text,
	"content_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uploads_key_unique" UNIQUE("key")
);
--> statement-breakpoint
DROP INDEX "purchases_content";--> statement-breakpoint
DROP INDEX "purchases_creator";--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "revoked_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_creator" ON "uploads" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_touched" ON "uploads" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "purchases_creator_email" ON "purchases" USING btree ("creator_id",lower("email") text_pattern_ops,"paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_reversed" ON "purchases" USING btree ("creator_id","paid_at","id") WHERE "purchases"."refunded" > 0 or "purchases"."disputed" > 0;--> statement-breakpoint
CREATE INDEX "refund_requests_waiting" ON "refund_requests" USING btree ("purchase_id") WHERE "refund_requests"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "mails_purchase" ON "mails" USING btree (("data" ->> 'purchaseId'));--> statement-breakpoint
CREATE INDEX "purchases_content" ON "purchases" USING btree ("content_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "purchases_creator" ON "purchases" USING btree ("creator_id","paid_at","id");