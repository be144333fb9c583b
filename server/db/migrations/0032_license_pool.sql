CREATE TABLE "license_pool" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"key" text NOT NULL,
	"key_hash" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"purchase_id" bigint,
	"taken_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "license_pool_content_id_key_hash_key" UNIQUE("content_id","key_hash"),
	CONSTRAINT "license_pool_taken_at_valid" CHECK (("license_pool"."taken_at" is null) = ("license_pool"."purchase_id" is null))
);
--> statement-breakpoint
CREATE TABLE "license_waits" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "license_waits_purchase_id_content_id_key" UNIQUE("purchase_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "content_items" DROP CONSTRAINT "content_items_license_mode_valid";--> statement-breakpoint
ALTER TABLE "counters" DROP CONSTRAINT "counters_kind_valid";--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_kind_valid";--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_valid";--> statement-breakpoint
ALTER TABLE "license_pool" ADD CONSTRAINT "license_pool_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_pool" ADD CONSTRAINT "license_pool_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_waits" ADD CONSTRAINT "license_waits_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license_waits" ADD CONSTRAINT "license_waits_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "license_pool_unused_idx" ON "license_pool" USING btree ("content_id","id") WHERE "license_pool"."purchase_id" is null;--> statement-breakpoint
CREATE INDEX "license_pool_purchase_id_idx" ON "license_pool" USING btree ("purchase_id") WHERE "license_pool"."purchase_id" is not null;--> statement-breakpoint
CREATE INDEX "license_pool_creator_id_idx" ON "license_pool" USING btree ("creator_id","id");--> statement-breakpoint
CREATE INDEX "license_waits_content_id_idx" ON "license_waits" USING btree ("content_id","id");--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_license_mode_valid" CHECK ("license_mode" in ('none', 'made', 'pool'));--> statement-breakpoint
ALTER TABLE "counters" ADD CONSTRAINT "counters_kind_valid" CHECK ("kind" in ('code', 'keys', 'stock'));--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_kind_valid" CHECK ("kind" in ('code', 'keys', 'stock'));--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_valid" CHECK ("kind" in ('payment-mismatch', 'unknown-state', 'dispute-unknown', 'subscription-unknown', 'unknown-transfer', 'dispute-inquiry', 'dispute-open', 'dispute-won', 'dispute-lost', 'refund-rejected', 'refund-failed', 'refunds-waiting', 'over-refund', 'free-surge', 'file-missing', 'undeliverable', 'license-key-missing', 'transfer-rejected', 'transfer-lost', 'transfer-part-returned', 'payout-failing', 'payout-not-stopped', 'payout-key-missing', 'balance-too-small', 'platform-payout-failed', 'document-changed', 'account-debt', 'provider-unavailable', 'provider-refused', 'pro-price', 'store-unavailable', 'mail-unavailable', 'delivery-failed', 'storage-low', 'storage-full', 'checkout-surge', 'event-failing', 'untrusted-proxy', 'backup-overdue', 'replica-behind', 'clock-skew'));