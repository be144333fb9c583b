DROP INDEX "purchases_creator_id_paid_at_id_idx";--> statement-breakpoint
CREATE INDEX "purchases_sold_idx" ON "purchases" USING btree ("creator_id","paid_at","id") WHERE "purchases"."amount" > 0;--> statement-breakpoint
CREATE INDEX "purchases_free_idx" ON "purchases" USING btree ("creator_id","paid_at","id") WHERE "purchases"."amount" = 0;