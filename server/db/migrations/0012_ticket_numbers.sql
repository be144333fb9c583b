ALTER TABLE "users" ADD COLUMN "show_ticket_numbers" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Sales from before they were numbered. Later ones count them too, so these have the first numbers.
UPDATE "purchases" SET "item_number" = "unnumbered"."place" FROM (
  SELECT "id", row_number() OVER (PARTITION BY "content_id" ORDER BY "paid_at", "id") AS "place"
  FROM "purchases" WHERE "item_number" IS NULL AND "amount" > 0
) AS "unnumbered" WHERE "purchases"."id" = "unnumbered"."id";
