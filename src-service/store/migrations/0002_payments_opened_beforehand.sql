CREATE TABLE "payment_orders" (
	"order_id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"account_uid" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"payment_key" text,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "payment_above_zero" CHECK ("payment_orders"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "simulated_payments" (
	"payment_key" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"outcome" text NOT NULL,
	"asked" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "render_jobs" ADD COLUMN "interruptions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_once_a_gateway" ON "payment_orders" USING btree ("gateway","payment_key");