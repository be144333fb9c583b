CREATE TABLE "follower_update_items" (
	"follower_id" bigint NOT NULL,
	"content_id" bigint NOT NULL,
	"email_id" bigint,
	CONSTRAINT "follower_update_items_follower_id_content_id_pk" PRIMARY KEY("follower_id","content_id")
);
--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "last_update_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "followers" ADD COLUMN "next_update_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "follower_update_items" ADD CONSTRAINT "follower_update_items_follower_id_followers_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."followers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follower_update_items_email_id_idx" ON "follower_update_items" USING btree ("email_id") WHERE "follower_update_items"."email_id" is not null;--> statement-breakpoint
CREATE INDEX "followers_next_update_idx" ON "followers" USING btree ("next_update_at") WHERE "followers"."next_update_at" is not null;
--> statement-breakpoint
-- Until now each item had an email of its own for each follower.
INSERT INTO "follower_update_items" ("follower_id", "content_id", "email_id")
SELECT "followers"."id", ("data" ->> 'contentId')::bigint, min("outbox_emails"."id")
FROM "outbox_emails" JOIN "followers" ON "followers"."id" = ("data" ->> 'followerId')::bigint
WHERE "kind" = 'follower_update' AND "data" ? 'contentId'
GROUP BY 1, 2
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "followers" SET "last_update_at" = "last"."created_at"
FROM (
	SELECT "data" ->> 'followerId' AS "follower_id", max("created_at") AS "created_at"
	FROM "outbox_emails" WHERE "kind" = 'follower_update' GROUP BY 1
) AS "last"
WHERE "followers"."id" = "last"."follower_id"::bigint;
