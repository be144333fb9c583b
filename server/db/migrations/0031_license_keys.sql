CREATE TABLE "license_activations" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"license_id" bigint NOT NULL,
	"fingerprint_hash" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "licenses" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"key" text NOT NULL,
	"key_hash" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revocation_message" text DEFAULT '' NOT NULL,
	CONSTRAINT "licenses_purchase_id_content_id_key" UNIQUE("purchase_id","content_id"),
	CONSTRAINT "licenses_content_id_key_hash_key" UNIQUE("content_id","key_hash"),
	CONSTRAINT "licenses_expires_at_valid" CHECK ("licenses"."expires_at" > "licenses"."issued_at")
);
--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "license_mode" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "license_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "max_activations" integer;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "license_valid_days" integer;--> statement-breakpoint
ALTER TABLE "license_activations" ADD CONSTRAINT "license_activations_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "license_activations_license_id_fingerprint_hash_key" ON "license_activations" USING btree ("license_id","fingerprint_hash") WHERE "license_activations"."released_at" is null;--> statement-breakpoint
CREATE INDEX "license_activations_license_id_idx" ON "license_activations" USING btree ("license_id");--> statement-breakpoint
CREATE INDEX "license_activations_released_at_idx" ON "license_activations" USING btree ("released_at") WHERE "license_activations"."released_at" is not null;--> statement-breakpoint
CREATE INDEX "licenses_creator_id_idx" ON "licenses" USING btree ("creator_id","id");--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_license_prefix_valid" CHECK ("content_items"."license_prefix" ~ '^[A-Z0-9]{0,8}$');--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_max_activations_valid" CHECK ("content_items"."max_activations" between 1 and 1000);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_license_valid_days_valid" CHECK ("content_items"."license_valid_days" between 1 and 3650);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_license_mode_valid" CHECK ("license_mode" in ('none', 'made'));