CREATE TABLE "accounts" (
	"account_uid" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"organization_name" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"key_prefix" text PRIMARY KEY NOT NULL,
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"secret_sha256" text NOT NULL,
	"note" text NOT NULL,
	"allow_ips" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "book_pdfs" (
	"book_uid" text NOT NULL,
	"kind" text NOT NULL,
	"blob_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"pdf_pages" integer NOT NULL,
	"width_mm" double precision NOT NULL,
	"height_mm" double precision NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "book_pdfs_book_uid_kind_pk" PRIMARY KEY("book_uid","kind")
);
--> statement-breakpoint
CREATE TABLE "books" (
	"book_uid" text PRIMARY KEY NOT NULL,
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"title" text NOT NULL,
	"book_spec_uid" text NOT NULL,
	"spec_profile_uid" text,
	"creation_type" text NOT NULL,
	"page_count" integer NOT NULL,
	"status" integer NOT NULL,
	"cover_template_uid" text,
	"external_ref" text,
	"pdf_status" integer,
	"pdf_created_at" timestamp (3) with time zone,
	"pdf_requested_at" timestamp (3) with time zone,
	"thumbnail_status" integer,
	"finalized_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_accounts" (
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"balance_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "credit_accounts_account_uid_environment_pk" PRIMARY KEY("account_uid","environment"),
	CONSTRAINT "balance_not_negative" CHECK ("credit_accounts"."balance_minor" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transaction_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_transaction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"reason_code" integer NOT NULL,
	"direction" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"balance_after_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"memo" text,
	"order_uid" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "amount_above_zero" CHECK ("ledger_entries"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_sha256" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_account_uid_environment_route_key_pk" PRIMARY KEY("account_uid","environment","route","key")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"item_uid" text PRIMARY KEY NOT NULL,
	"order_uid" text NOT NULL,
	"position" integer NOT NULL,
	"book_uid" text NOT NULL,
	"book_title" text NOT NULL,
	"book_spec_uid" text NOT NULL,
	"book_spec_name" text NOT NULL,
	"quantity" integer NOT NULL,
	"page_count" integer NOT NULL,
	"unit_price_minor" bigint NOT NULL,
	"item_minor" bigint NOT NULL,
	"status" text NOT NULL,
	"tracking_number" text,
	"tracking_carrier" text,
	"shipped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_uid" text PRIMARY KEY NOT NULL,
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"external_ref" text,
	"external_user_id" text,
	"status" text NOT NULL,
	"product_minor" bigint NOT NULL,
	"shipping_minor" bigint NOT NULL,
	"packaging_minor" bigint NOT NULL,
	"total_minor" bigint NOT NULL,
	"charged_minor" bigint NOT NULL,
	"refunded_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"recipient_name" text NOT NULL,
	"recipient_phone" text NOT NULL,
	"postal_code" text NOT NULL,
	"address1" text NOT NULL,
	"address2" text,
	"shipping_memo" text,
	"tracking_number" text,
	"tracking_carrier" text,
	"print_day" text,
	"cancel_reason" text,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"shipped_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refund_within_charge" CHECK ("orders"."refunded_minor" between 0 and "orders"."charged_minor")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_pdfs" ADD CONSTRAINT "book_pdfs_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_uid_orders_order_uid_fk" FOREIGN KEY ("order_uid") REFERENCES "public"."orders"("order_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_of_account" ON "books" USING btree ("account_uid","environment","created_at");--> statement-breakpoint
CREATE INDEX "ledger_of_account" ON "ledger_entries" USING btree ("account_uid","environment","transaction_id");--> statement-breakpoint
CREATE INDEX "items_of_order" ON "order_items" USING btree ("order_uid","position");--> statement-breakpoint
CREATE INDEX "orders_of_account" ON "orders" USING btree ("account_uid","environment","ordered_at");--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'ledger entries are append-only'; END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
