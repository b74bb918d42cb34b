CREATE TABLE `books` (
	`book_id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`title` text NOT NULL,
	`batch` text NOT NULL,
	`spec_uid` text,
	`spec_origin` text,
	`quantity` integer NOT NULL,
	`cover_file_id` text,
	`contents_file_id` text,
	`pairing` text NOT NULL,
	`stage` text NOT NULL,
	`verdict` text NOT NULL,
	`page_count` integer,
	`findings` text NOT NULL,
	`added_at_ms` integer NOT NULL,
	`undo_id` text
);
--> statement-breakpoint
CREATE INDEX `books_import` ON `books` (`import_id`);--> statement-breakpoint
CREATE TABLE `connections` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`environment` text NOT NULL,
	`base_url` text NOT NULL,
	`key_prefix` text,
	`contract` text NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`specs` text,
	`orders_seen_at_ms` integer,
	`orders_checked_at_ms` integer,
	`service_data_dir` text,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`connection_id` text NOT NULL,
	`book_id` text NOT NULL,
	`stage` text,
	`book_uid` text,
	`order_uid` text,
	`ordered_at_ms` integer,
	PRIMARY KEY(`connection_id`, `book_id`)
);
--> statement-breakpoint
CREATE INDEX `deliveries_book_uid` ON `deliveries` (`book_uid`);--> statement-breakpoint
CREATE TABLE `desk_values` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `effects` (
	`key` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`body` text NOT NULL,
	`body_hash` text NOT NULL,
	`first_sent_at_ms` integer,
	`state` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `effects_subject` ON `effects` (`subject_id`);--> statement-breakpoint
CREATE TABLE `files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`path` text NOT NULL,
	`folder` text NOT NULL,
	`name` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`modified_at_ms` real NOT NULL,
	`facts` text,
	`sha256` text,
	`presence` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_path_unique` ON `files` (`path`);--> statement-breakpoint
CREATE INDEX `files_import` ON `files` (`import_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`import_id` text PRIMARY KEY NOT NULL,
	`folder_name` text NOT NULL,
	`report` text NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`job_id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`book_id` text NOT NULL,
	`state` text NOT NULL,
	`cover` text NOT NULL,
	`contents` text NOT NULL,
	`book_uid` text,
	`receipts` text NOT NULL,
	`attempts` integer NOT NULL,
	`not_before_ms` integer,
	`problem` text,
	`service_text` text,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_connection` ON `jobs` (`connection_id`);--> statement-breakpoint
CREATE TABLE `order_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`connection_id` text NOT NULL,
	`order_uid` text NOT NULL,
	`status` text NOT NULL,
	`since_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `order_events_order` ON `order_events` (`connection_id`,`order_uid`);--> statement-breakpoint
CREATE TABLE `order_intents` (
	`intent_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`position` integer NOT NULL,
	`book_id` text NOT NULL,
	`book_uid` text NOT NULL,
	`quantity` integer NOT NULL,
	`state` text NOT NULL,
	`order_uid` text,
	`charge_minor` integer,
	`attempts` integer NOT NULL,
	`not_before_ms` integer,
	`problem` text,
	`service_text` text
);
--> statement-breakpoint
CREATE INDEX `intents_run` ON `order_intents` (`run_id`);--> statement-breakpoint
CREATE INDEX `intents_book` ON `order_intents` (`book_id`);--> statement-breakpoint
CREATE TABLE `order_runs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`address` text NOT NULL,
	`is_stopped` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `orders` (
	`connection_id` text NOT NULL,
	`order_uid` text NOT NULL,
	`item` text NOT NULL,
	`detail` text,
	`status` text NOT NULL,
	`status_since_ms` integer NOT NULL,
	`changed_at_ms` integer,
	`ordered_at_ms` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `order_uid`)
);
