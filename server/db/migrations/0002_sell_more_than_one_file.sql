CREATE TABLE "bundle_items" (
	"bundle_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"position" integer,
	"added_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "bundle_items_bundle_id_content_id_pk" PRIMARY KEY("bundle_id","content_id"),
	CONSTRAINT "bundle_items_position_valid" CHECK (case when "bundle_items"."removed_at" is null then "bundle_items"."position" is not null and "bundle_items"."position" between 1 and 50 else "bundle_items"."position" is null end)
);
--> statement-breakpoint
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_pricing_model_valid";--> statement-breakpoint
ALTER TABLE "counters" DROP CONSTRAINT "counters_kind_valid";--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_valid";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_amount_valid";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_list_amount_valid";--> statement-breakpoint
ALTER TABLE "purchases" DROP CONSTRAINT "purchases_list_amount_valid";--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "is_bundle" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "offers_completion" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "asks_for_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "shows_free_count" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "free_paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "shows_copies_left" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "release_time_zone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "offers_tip" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "upgrade_from_id" bigint;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "upgrade_amount" bigint;--> statement-breakpoint
ALTER TABLE "content_rollups" ADD COLUMN "free_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "max_per_buyer" integer;--> statement-breakpoint
ALTER TABLE "discounts" ADD COLUMN "first_purchase_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tip_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "owned_content_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tip_amount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "card_fingerprint_hash" text;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_content_items_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bundle_items_content_id_idx" ON "bundle_items" USING btree ("content_id");--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_upgrade_from_id_content_items_id_fk" FOREIGN KEY ("upgrade_from_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_items_upgrade_from_id_idx" ON "content_items" USING btree ("upgrade_from_id");--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_free_valid" CHECK ("content_items"."pricing_model" <> 'free' or "content_items"."price_amount" = 0);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_upgrade_amount_valid" CHECK (case when "content_items"."upgrade_from_id" is null then "content_items"."upgrade_amount" is null else "content_items"."upgrade_amount" > 0 end);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_pricing_model_valid" CHECK ("pricing_model" in ('fixed', 'pay_what_you_want', 'free'));--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters_kind_valid" CHECK ("kind" in ('code', 'stock'));--> statement-breakpoint
ALTER TABLE "discounts" ADD CONSTRAINT "discounts_max_per_buyer_valid" CHECK ("discounts"."max_per_buyer" between 1 and 100);--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_valid" CHECK ("kind" in ('code', 'stock'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_tip_amount_valid" CHECK ("checkouts"."tip_amount" >= 0);--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_amount_valid" CHECK ("checkouts"."amount" > 0 or ("checkouts"."amount" = 0 and "checkouts"."provider" = 'free'));--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_list_amount_valid" CHECK ("checkouts"."amount" = "checkouts"."list_amount" - "checkouts"."discount_amount" + "checkouts"."tip_amount");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tip_amount_valid" CHECK ("purchases"."tip_amount" >= 0);--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_list_amount_valid" CHECK ("purchases"."amount" = "purchases"."list_amount" - "purchases"."discount_amount" + "purchases"."tip_amount");