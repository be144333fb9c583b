CREATE TABLE "handle_redirects" (
	"handle" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teaser_parts" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"key" text,
	"mime_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "teaser_parts_position" UNIQUE("content_id","kind","position"),
	CONSTRAINT "teaser_parts_kind_valid" CHECK ("kind" in ('picture', 'page', 'text', 'audio', 'video'))
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	CONSTRAINT "followers_email" UNIQUE("creator_id","email")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "default_thank_you_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "bio" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "show_earnings" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "suggested_amount" bigint;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "thank_you_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "whats_inside" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "preview_focus_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "preview_focus_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "teaser_options" jsonb;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "teaser_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_items" ADD COLUMN "teaser_error" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "handle_redirects" ADD CONSTRAINT "handle_redirects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaser_parts" ADD CONSTRAINT "teaser_parts_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaser_parts" ADD CONSTRAINT "teaser_parts_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handle_redirects_user" ON "handle_redirects" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "teaser_parts_creator" ON "teaser_parts" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "followers_confirmed" ON "followers" USING btree ("creator_id","id") WHERE "followers"."confirmed_at" is not null and "followers"."unsubscribed_at" is null;--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_suggested_amount" CHECK ("content_items"."suggested_amount" > 0);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_preview_focus" CHECK ("content_items"."preview_focus_x" between 0 and 100 and "content_items"."preview_focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "content_items" ADD CONSTRAINT "content_items_teaser_status_valid" CHECK ("teaser_status" in ('none', 'pending', 'ready', 'failed'));