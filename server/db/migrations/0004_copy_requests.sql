CREATE TABLE "copy_requests" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"content_id" bigint NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "copy_requests_content_id_email_key" UNIQUE("content_id","email")
);
--> statement-breakpoint
ALTER TABLE "copy_requests" ADD CONSTRAINT "copy_requests_content_id_content_items_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."content_items"("id") ON DELETE no action ON UPDATE no action;