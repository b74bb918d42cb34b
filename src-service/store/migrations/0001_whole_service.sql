CREATE TABLE "account_configs" (
	"account_uid" text PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_images" (
	"image_uid" text PRIMARY KEY NOT NULL,
	"account_uid" text NOT NULL,
	"name" text NOT NULL,
	"original_name" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"blob_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_entries" (
	"entry_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "book_entries_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"book_uid" text NOT NULL,
	"part" text NOT NULL,
	"position" integer NOT NULL,
	"template_uid" text NOT NULL,
	"values" jsonb NOT NULL,
	"break_before" text,
	"requested_side" text,
	"page_num" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_thumbnails" (
	"book_uid" text NOT NULL,
	"part" text NOT NULL,
	"page" integer NOT NULL,
	"blob_key" text NOT NULL,
	CONSTRAINT "book_thumbnails_book_uid_part_page_pk" PRIMARY KEY("book_uid","part","page")
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"book_uid" text NOT NULL,
	"file_name" text NOT NULL,
	"original_name" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"mime_type" text NOT NULL,
	"md5" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"blob_key" text NOT NULL,
	"thumbnail_blob_key" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "photos_book_uid_file_name_pk" PRIMARY KEY("book_uid","file_name")
);
--> statement-breakpoint
CREATE TABLE "render_jobs" (
	"job_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "render_jobs_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"book_uid" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	"failure" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"gateway" text NOT NULL,
	"payment_key" text NOT NULL,
	"account_uid" text NOT NULL,
	"order_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_gateway_payment_key_pk" PRIMARY KEY("gateway","payment_key")
);
--> statement-breakpoint
CREATE TABLE "notification_configs" (
	"account_uid" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"channels" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notification_uid" text PRIMARY KEY NOT NULL,
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"title" text,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"counter" text PRIMARY KEY NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL,
	"calls" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_configs" (
	"account_uid" text PRIMARY KEY NOT NULL,
	"webhook_url" text NOT NULL,
	"events" jsonb,
	"description" text,
	"secret_key" text NOT NULL,
	"is_active" boolean NOT NULL,
	"exhausted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"delivery_uid" text PRIMARY KEY NOT NULL,
	"sequence" bigserial NOT NULL,
	"event_uid" text NOT NULL,
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"event_type" text NOT NULL,
	"order_uid" text,
	"body" text NOT NULL,
	"is_test_call" boolean NOT NULL,
	"status" text NOT NULL,
	"attempt_count" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"leased_by" text,
	"leased_until" timestamp (3) with time zone,
	"response_status" integer,
	"response_body" text,
	"failure_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "flow_cursor" jsonb;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "finalization_result" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "closed_with_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "closing_refund_minor" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "production_started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "production_completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_configs" ADD CONSTRAINT "account_configs_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_images" ADD CONSTRAINT "account_images_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_entries" ADD CONSTRAINT "book_entries_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_thumbnails" ADD CONSTRAINT "book_thumbnails_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_book_uid_books_book_uid_fk" FOREIGN KEY ("book_uid") REFERENCES "public"."books"("book_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_configs" ADD CONSTRAINT "notification_configs_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_configs" ADD CONSTRAINT "webhook_configs_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "entry_place_in_book" ON "book_entries" USING btree ("book_uid","part","position");--> statement-breakpoint
CREATE UNIQUE INDEX "photo_content_once_a_book" ON "photos" USING btree ("book_uid","md5");--> statement-breakpoint
CREATE INDEX "render_jobs_waiting" ON "render_jobs" USING btree ("status","job_id");--> statement-breakpoint
CREATE INDEX "notifications_of_account" ON "notifications" USING btree ("account_uid","created_at");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "webhook_deliveries" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "deliveries_of_account" ON "webhook_deliveries" USING btree ("account_uid","sequence");--> statement-breakpoint
CREATE INDEX "deliveries_not_begun" ON "webhook_deliveries" USING btree ("order_uid","sequence") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_under_way" ON "webhook_deliveries" USING btree ("leased_until") WHERE leased_until is not null;--> statement-breakpoint
CREATE INDEX "items_of_book" ON "order_items" USING btree ("book_uid");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("environment","status","status_since");