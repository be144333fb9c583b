ALTER TABLE "sandbox"."invoices" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD COLUMN "period_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD COLUMN "period_end" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ADD COLUMN "amount" bigint;--> statement-breakpoint
UPDATE "sandbox"."subscriptions" s SET "amount" = coalesce(
  (SELECT p."amount" FROM "sandbox"."payment_intents" p WHERE p."subscription_id" = s."id" ORDER BY p."created_at" LIMIT 1), 9900);--> statement-breakpoint
UPDATE "sandbox"."invoices" i SET "payment_id" = p."id" FROM "sandbox"."payment_intents" p
  WHERE p."subscription_id" = i."subscription_id" AND p."state" = 'paid'
    AND i."paid_at" = (SELECT min(f."paid_at") FROM "sandbox"."invoices" f WHERE f."subscription_id" = i."subscription_id");--> statement-breakpoint
ALTER TABLE "sandbox"."subscriptions" ALTER COLUMN "amount" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox"."invoices" ADD CONSTRAINT "invoices_payment_id_payment_intents_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_payment_id_idx" ON "sandbox"."invoices" USING btree ("payment_id");