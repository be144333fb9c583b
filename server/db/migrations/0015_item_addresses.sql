CREATE TABLE "item_addresses" (
	"creator_id" text NOT NULL,
	"slug" text NOT NULL,
	"content_id" bigint NOT NULL,
	CONSTRAINT "item_addresses_creator_id_slug_pk" PRIMARY KEY("creator_id","slug")
);
--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "item_addresses" ADD CONSTRAINT "item_addresses_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_addresses" ADD CONSTRAINT "item_addresses_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_addresses_content_id_idx" ON "item_addresses" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "content_items_unnamed_idx" ON "content_items" USING btree ("id") WHERE "content_items"."slug" is null and "content_items"."status" = 'published' and "content_items"."deleted_at" is null;