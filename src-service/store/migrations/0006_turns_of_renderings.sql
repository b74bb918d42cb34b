CREATE TABLE "render_turns" (
	"account_uid" text NOT NULL,
	"environment" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "render_turns_account_uid_environment_pk" PRIMARY KEY("account_uid","environment")
);
--> statement-breakpoint
ALTER TABLE "render_turns" ADD CONSTRAINT "render_turns_account_uid_accounts_account_uid_fk" FOREIGN KEY ("account_uid") REFERENCES "public"."accounts"("account_uid") ON DELETE no action ON UPDATE no action;