CREATE TABLE "trials" (
	"id" bigint PRIMARY KEY NOT NULL,
	"content_id" bigint NOT NULL,
	"creator_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"email" text NOT NULL,
	"nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trials_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "trials_amount" CHECK ("trials"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trials_creator" ON "trials" USING btree ("creator_id","created_at");