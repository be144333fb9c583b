ALTER TABLE "instance" ADD COLUMN "last_sweep_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "provider_events_waiting" ON "provider_events" USING btree ("received_at") WHERE "provider_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_email" ON "purchases" USING btree (lower("email"));