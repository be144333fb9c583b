ALTER TABLE "checkouts" ADD COLUMN "promised_release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "promised_release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "content_items_release_at_idx" ON "content_items" USING btree ("release_at") WHERE "content_items"."release_at" is not null;--> statement-breakpoint
CREATE INDEX "purchases_waiting_idx" ON "purchases" USING btree ("content_id","promised_release_at","id") WHERE "purchases"."promised_release_at" is not null and "purchases"."released_at" is null and ("purchases"."refunded_amount" < "purchases"."amount" or "purchases"."amount" = 0);