ALTER TABLE "receipt_progress" ADD COLUMN "pro_sequence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_progress" ADD COLUMN "pro_since" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Version 1.0 issued no documents for Pro: what it has passed needs none.
UPDATE "receipt_progress" SET "pro_sequence" = "sequence", "pro_since" = "sequence";
