CREATE TABLE "content_days" (
	"content_id" bigint NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"tips" integer DEFAULT 0 NOT NULL,
	"earned" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "content_days_content_id_day_pk" PRIMARY KEY("content_id","day")
);
--> statement-breakpoint
CREATE TABLE "creator_days" (
	"creator_id" text NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"tips" integer DEFAULT 0 NOT NULL,
	"earned" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "creator_days_creator_id_day_pk" PRIMARY KEY("creator_id","day")
);
--> statement-breakpoint
CREATE TABLE "view_marks" (
	"day" date NOT NULL,
	"content_id" bigint NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "view_marks_day_content_id_visitor_pk" PRIMARY KEY("day","content_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "view_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "view_sources" (
	"content_id" bigint NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "view_sources_content_id_day_source_pk" PRIMARY KEY("content_id","day","source")
);
--> statement-breakpoint
ALTER TABLE "content_totals" ADD COLUMN "views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_days" ADD CONSTRAINT "content_days_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_days" ADD CONSTRAINT "creator_days_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "view_sources" ADD CONSTRAINT "view_sources_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_days_day" ON "content_days" USING btree ("day","content_id");--> statement-breakpoint
CREATE INDEX "contents_shelf" ON "contents" USING btree ("creator_id","created_at","id") WHERE "contents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contents_prices" ON "contents" USING btree ("creator_id","price","id") WHERE "contents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contents_categories" ON "contents" USING btree ("creator_id","category") WHERE "contents"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "contents_file" ON "contents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "files_retired" ON "files" USING btree ("retired_at") WHERE "files"."retired_at" is not null;--> statement-breakpoint
CREATE INDEX "attempts_content" ON "attempts" USING btree ("content_id","created_at");--> statement-breakpoint
CREATE INDEX "attempts_creator" ON "attempts" USING btree ("creator_id","created_at");