CREATE TABLE "webhook_tries" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"delivery_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"answer" text NOT NULL,
	"problem" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"url" text NOT NULL,
	"format" text NOT NULL,
	"types" text[] NOT NULL,
	"secret_encrypted" text NOT NULL,
	"previous_secret_encrypted" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"turned_off_at" timestamp (3) with time zone,
	"turned_off_reason" text,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_events" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_endpoints_types_valid" CHECK (cardinality("webhook_endpoints"."types") > 0),
	CONSTRAINT "webhook_endpoints_turned_off_valid" CHECK (("webhook_endpoints"."turned_off_at" is null) = ("webhook_endpoints"."turned_off_reason" is null)),
	CONSTRAINT "webhook_endpoints_previous_secret_valid" CHECK (("webhook_endpoints"."previous_secret_encrypted" is null) = ("webhook_endpoints"."previous_until" is null)),
	CONSTRAINT "webhook_endpoints_format_valid" CHECK ("format" in ('json', 'slack', 'discord')),
	CONSTRAINT "webhook_endpoints_turned_off_reason_valid" CHECK ("turned_off_reason" in ('creator', 'gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "endpoint_id" bigint;--> statement-breakpoint
ALTER TABLE "webhook_tries" ADD CONSTRAINT "webhook_tries_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_tries_delivery_id_idx" ON "webhook_tries" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_creator_id_idx" ON "webhook_endpoints" USING btree ("creator_id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_id_idx" ON "deliveries" USING btree ("endpoint_id","id") WHERE "deliveries"."endpoint_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_endpoint_due_idx" ON "deliveries" USING btree ("lane","endpoint_id","next_at") WHERE "deliveries"."state" = 'waiting' and "deliveries"."endpoint_id" is not null;