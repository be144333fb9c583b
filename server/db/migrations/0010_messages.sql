CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"purchase_id" bigint NOT NULL,
	"sender" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_text_valid" CHECK (length("messages"."text") between 1 and 2000),
	CONSTRAINT "messages_sender_valid" CHECK ("sender" in ('creator', 'buyer'))
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_purchase_id_id_idx" ON "messages" USING btree ("purchase_id","id");