ALTER TABLE "contents" ADD COLUMN "chips" jsonb;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "show_supporters" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "supporter_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "supporter_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "supporter_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "source" text DEFAULT '' NOT NULL;