ALTER TABLE "files" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "peaks" text;--> statement-breakpoint
ALTER TABLE "teaser_parts" ADD COLUMN "start_ms" integer;