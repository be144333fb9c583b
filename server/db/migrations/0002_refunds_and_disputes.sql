CREATE TABLE "disputes" (
	"id" bigint PRIMARY KEY NOT NULL,
	"purchase_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"amount" bigint NOT NULL,
	"booked" bigint DEFAULT 0 NOT NULL,
	"booked_fee" bigint DEFAULT 0 NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "disputes_provider" UNIQUE("provider","provider_dispute_id")
);
--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "revoked_for" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "disputed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "fee_returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "provider_fee" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "fee" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "state" text NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_disputed" CHECK ("purchases"."disputed" between 0 and "purchases"."amount" - "purchases"."refunded");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_fee_returned" CHECK ("purchases"."fee_returned" between 0 and "purchases"."fee");