CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY NOT NULL,
	"purchase_id" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "refund_requests_amount" CHECK ("refund_requests"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_purchase" ON "refund_requests" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_requests_going" ON "refund_requests" USING btree ("decided_at") WHERE "refund_requests"."state" = 'refunding';