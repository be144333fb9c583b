CREATE TABLE "documents" (
	"id" bigint PRIMARY KEY DEFAULT ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence') NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"purchase_id" bigint,
	"pro_invoice_id" bigint,
	"payout_id" bigint,
	"creator_id" text NOT NULL,
	"posting_kind" text,
	"posting_reference" text,
	"original_id" bigint,
	"amount" bigint NOT NULL,
	"tax_amount" bigint NOT NULL,
	"tax_rate_millionths" integer NOT NULL,
	"tax_kind" text NOT NULL,
	"tax_treatment" text NOT NULL,
	"currency" text NOT NULL,
	"buyer_country" text,
	"buyer_region" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"business_name" text NOT NULL,
	"business_address" text NOT NULL,
	"vat_id" text NOT NULL,
	"title" text NOT NULL,
	"card_brand" text,
	"card_last4" text,
	"seller" jsonb NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"supplied_at" timestamp (3) with time zone NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "documents_series_year_number_key" UNIQUE("series","year","number"),
	CONSTRAINT "documents_posting_kind_posting_reference_key" UNIQUE("posting_kind","posting_reference"),
	CONSTRAINT "documents_number_valid" CHECK ("documents"."number" > 0),
	CONSTRAINT "documents_subject_valid" CHECK (num_nonnulls("documents"."purchase_id", "documents"."pro_invoice_id", "documents"."payout_id") = 1),
	CONSTRAINT "documents_posting_valid" CHECK (num_nonnulls("documents"."posting_kind", "documents"."posting_reference") in (0, 2)),
	CONSTRAINT "documents_tax_rate_millionths_valid" CHECK ("documents"."tax_rate_millionths" between 0 and 1000000),
	CONSTRAINT "documents_buyer_country_valid" CHECK ("documents"."buyer_country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "documents_currency_valid" CHECK ("documents"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "documents_series_valid" CHECK ("series" in ('sales', 'self_billing')),
	CONSTRAINT "documents_kind_valid" CHECK ("kind" in ('receipt', 'invoice', 'credit_note', 'credit_note_reversal')),
	CONSTRAINT "documents_posting_kind_valid" CHECK ("posting_kind" in ('sale', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'provider_fee', 'payout', 'payout_paid', 'payout_return', 'subscription')),
	CONSTRAINT "documents_tax_kind_valid" CHECK ("tax_kind" in ('digital', 'ebook')),
	CONSTRAINT "documents_tax_treatment_valid" CHECK ("tax_treatment" in ('taxed', 'untaxed', 'reverse_charge'))
);
--> statement-breakpoint
ALTER TABLE "tax_rates" DROP CONSTRAINT "tax_rates_country_kind_valid_from_key";--> statement-breakpoint
ALTER TABLE "purchases" DROP CONSTRAINT "purchases_tax_rate_bps_valid";--> statement-breakpoint
ALTER TABLE "tax_rates" DROP CONSTRAINT "tax_rates_rate_bps_valid";--> statement-breakpoint
ALTER TABLE "tax_rates" ALTER COLUMN "rate_bps" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "buyer_region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "business_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "vat_id_verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "buyer_region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "card_country" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "answered_country" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "country_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_treatment" text DEFAULT 'untaxed' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "tax_rate_millionths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_rates" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_rates" ADD COLUMN "rate_millionths" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_pro_invoice_id_invoices_id_fk" FOREIGN KEY ("pro_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_purchase_id_idx" ON "documents" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "documents_pro_invoice_id_idx" ON "documents" USING btree ("pro_invoice_id");--> statement-breakpoint
CREATE INDEX "documents_payout_id_idx" ON "documents" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "documents_creator_id_issued_at_idx" ON "documents" USING btree ("creator_id","issued_at");--> statement-breakpoint
CREATE INDEX "documents_booked_at_idx" ON "documents" USING btree ("booked_at");--> statement-breakpoint
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_country_region_kind_valid_from_key" UNIQUE("country","region","kind","valid_from");--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax_rate_millionths_valid" CHECK ("purchases"."tax_rate_millionths" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_card_country_valid" CHECK ("purchases"."card_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_answered_country_valid" CHECK ("purchases"."answered_country" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_tax_treatment_valid" CHECK ("tax_treatment" in ('taxed', 'untaxed', 'reverse_charge'));--> statement-breakpoint
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_rate_millionths_valid" CHECK ("tax_rates"."rate_millionths" between 0 and 1000000);--> statement-breakpoint

-- Rates have six decimals from here on. The purchases and rates that the version before inserts meanwhile are filled in, and it
-- finds its own column filled in.
ALTER TABLE purchases DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE purchases SET tax_rate_millionths = tax_rate_bps * 100, tax_treatment = 'taxed' WHERE tax_rate_bps > 0;--> statement-breakpoint
ALTER TABLE purchases ENABLE TRIGGER USER;--> statement-breakpoint
UPDATE tax_rates SET rate_millionths = rate_bps * 100;--> statement-breakpoint
CREATE FUNCTION fill_tax_rate_of_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.tax_rate_millionths = 0 AND NEW.tax_rate_bps > 0 THEN
    NEW.tax_rate_millionths := NEW.tax_rate_bps * 100;
    NEW.tax_treatment := 'taxed';
  ELSE
    NEW.tax_rate_bps := round(NEW.tax_rate_millionths / 100.0);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fill_tax_rate_of_purchase BEFORE INSERT ON purchases
  FOR EACH ROW EXECUTE FUNCTION fill_tax_rate_of_purchase();
--> statement-breakpoint
CREATE FUNCTION fill_tax_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rate_millionths = 0 AND NEW.rate_bps > 0 THEN
    NEW.rate_millionths := NEW.rate_bps * 100;
  ELSE
    NEW.rate_bps := round(NEW.rate_millionths / 100.0);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER fill_tax_rate BEFORE INSERT ON tax_rates
  FOR EACH ROW EXECUTE FUNCTION fill_tax_rate();
--> statement-breakpoint

-- Receipts are documents of the series of sales. What said where the buyer is, is kept beside them from here on.
INSERT INTO documents (id, series, year, number, kind, purchase_id, creator_id, posting_kind, posting_reference, original_id, amount,
  tax_amount, tax_rate_millionths, tax_kind, tax_treatment, currency, buyer_country, buyer_region, evidence, business_name,
  business_address, vat_id, title, card_brand, card_last4, seller, booked_at, supplied_at, issued_at)
SELECT r.id, 'sales', r.year, r.number, r.kind, r.purchase_id, r.creator_id, r.posting_kind, r.posting_reference, r.original_id, r.amount,
  r.tax_amount, r.tax_rate_bps * 100, r.tax_kind, CASE WHEN r.tax_rate_bps > 0 THEN 'taxed' ELSE 'untaxed' END, r.currency,
  r.buyer_country, '', coalesce((SELECT jsonb_build_array(jsonb_build_object('source', 'stated', 'country', c.buyer_country))
    FROM purchases p JOIN checkouts c ON c.id = p.checkout_id WHERE p.id = r.purchase_id AND c.buyer_country IS NOT NULL), '[]'),
  r.business_name, '', r.vat_id, r.title, r.card_brand, r.card_last4, r.seller, r.booked_at, r.supplied_at, r.issued_at
FROM receipts r;
--> statement-breakpoint
DROP TABLE receipts;
--> statement-breakpoint
CREATE TRIGGER reject_mutation BEFORE UPDATE OR DELETE OR TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION reject_mutation();
--> statement-breakpoint

-- The version before reads and issues receipts under their former name. The view goes with the next release.
CREATE VIEW receipts AS SELECT id, year, number, kind, purchase_id, creator_id, posting_kind, posting_reference, original_id, amount,
  tax_amount, round(tax_rate_millionths / 100.0)::integer AS tax_rate_bps, tax_kind, currency, buyer_country, business_name, vat_id, title,
  card_brand, card_last4, seller, booked_at, supplied_at, issued_at FROM documents WHERE series = 'sales';
--> statement-breakpoint
CREATE FUNCTION insert_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO documents (series, year, number, kind, purchase_id, creator_id, posting_kind, posting_reference, original_id, amount,
    tax_amount, tax_rate_millionths, tax_kind, tax_treatment, currency, buyer_country, buyer_region, evidence, business_name,
    business_address, vat_id, title, card_brand, card_last4, seller, booked_at, supplied_at, issued_at)
  SELECT 'sales', NEW.year, NEW.number, NEW.kind, NEW.purchase_id, NEW.creator_id, NEW.posting_kind, NEW.posting_reference,
    NEW.original_id, NEW.amount, NEW.tax_amount, p.tax_rate_millionths, NEW.tax_kind, p.tax_treatment, NEW.currency, NEW.buyer_country,
    p.buyer_region, '[]', NEW.business_name, c.business_address, NEW.vat_id, NEW.title, NEW.card_brand, NEW.card_last4, NEW.seller,
    NEW.booked_at, NEW.supplied_at, NEW.issued_at
  FROM purchases p JOIN checkouts c ON c.id = p.checkout_id WHERE p.id = NEW.purchase_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER insert_receipt INSTEAD OF INSERT ON receipts
  FOR EACH ROW EXECUTE FUNCTION insert_receipt();
