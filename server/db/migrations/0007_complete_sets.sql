ALTER TABLE "access_grants" ADD COLUMN "set_offer_dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owned_purchase_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "content_id" bigint;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_owned_purchase_ids_idx" ON "checkouts" USING gin ("owned_purchase_ids" jsonb_path_ops) WHERE "checkouts"."owned_purchase_ids" <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "refund_requests_content_id_idx" ON "refund_requests" USING btree ("content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_part_key" ON "refund_requests" USING btree ("purchase_id","content_id") WHERE "refund_requests"."content_id" is not null;