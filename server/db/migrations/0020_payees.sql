CREATE TABLE "payees" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"kind" text NOT NULL,
	"country" text NOT NULL,
	"details" text NOT NULL,
	"vat_state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	CONSTRAINT "payees_country_valid" CHECK ("payees"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "payees_kind_valid" CHECK ("kind" in ('person', 'business')),
	CONSTRAINT "payees_vat_state_valid" CHECK ("vat_state" in ('none', 'not_asked', 'pending', 'valid', 'invalid'))
);
--> statement-breakpoint
CREATE TABLE "self_billing_agreements" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"creator_id" text NOT NULL,
	"words" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payout_method_states" (
	"creator_id" text PRIMARY KEY NOT NULL,
	"previous_method" text,
	"previous_details" text,
	"previous_mask" text,
	"method_from" timestamp (3) with time zone,
	"transfers_from" timestamp (3) with time zone,
	"confirm_reason" text,
	"confirm_payout_id" bigint,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_method_states_previous_method_valid" CHECK ("previous_method" in ('paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp')),
	CONSTRAINT "payout_method_states_confirm_reason_valid" CHECK ("confirm_reason" in ('returned', 'not_me'))
);
--> statement-breakpoint
ALTER TABLE "payout_run_items" DROP CONSTRAINT "payout_run_items_skip_reason_valid";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "payee_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "payout_country" text;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "self_billing_agreements" ADD CONSTRAINT "self_billing_agreements_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_method_states" ADD CONSTRAINT "payout_method_states_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_method_states" ADD CONSTRAINT "payout_method_states_confirm_payout_id_payouts_id_fk" FOREIGN KEY ("confirm_payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payees_current_key" ON "payees" USING btree ("creator_id") WHERE "payees"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "payees_creator_id_idx" ON "payees" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "payees_vat_pending_idx" ON "payees" USING btree ("id") WHERE "payees"."vat_state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "self_billing_agreements_current_key" ON "self_billing_agreements" USING btree ("creator_id") WHERE "self_billing_agreements"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "self_billing_agreements_creator_id_idx" ON "self_billing_agreements" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "payout_method_states_confirm_payout_id_idx" ON "payout_method_states" USING btree ("confirm_payout_id");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_payee_id_idx" ON "payouts" USING btree ("payee_id");--> statement-breakpoint
ALTER TABLE "payout_run_items" ADD CONSTRAINT "payout_run_items_skip_reason_valid" CHECK ("skip_reason" in ('below_minimum', 'payout_method_missing', 'payee_details_missing', 'confirmation_needed', 'details_waiting', 'country_blocked', 'suspended'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payout_country_valid" CHECK ("users"."payout_country" ~ '^[A-Z]{2}$');